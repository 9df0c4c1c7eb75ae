import QtQuick 2.15

// The colors by role, the font and the icons. A host sets those of its desktop.
QtObject {
    property var palette: SystemPalette { colorGroup: SystemPalette.Active }
    property color text: palette.windowText
    property color secondary: Qt.rgba(text.r, text.g, text.b, 0.65)
    property color accent: palette.highlight
    property color accentText: palette.highlightedText
    property color success: "#27ae60"
    property color warning: "#da7b00"
    property color error: "#da4453"
    // The background of white digits, for widgets that ask for attention
    property color badge: "#1c71d8"
    property color alert: "#e01b24"
    property color background: palette.window
    // The surfaces of cards, buttons and lines
    property color card: Qt.rgba(text.r, text.g, text.b, 0.06)
    property color button: Qt.rgba(text.r, text.g, text.b, 0.08)
    property color hover: Qt.rgba(text.r, text.g, text.b, 0.14)
    property color line: Qt.rgba(text.r, text.g, text.b, 0.2)
    property font font: Qt.application.font
    property string monospaced: "monospace"
    // An item with the properties `name`, the plain name of an icon in the theme or empty, and `size`. Symbolic icons also use
    // `color`.
    property Component icon: null

    function role(name) {
        return {primary: text, secondary: secondary, accent: accent, success: success, warning: warning,
            error: error}[name] || text;
    }
}
