import QtQuick 2.15
import QtQuick.Controls 2.15 as Controls

// An icon of the theme by its name, or the file of an absolute path; nothing where there is none.
Item {
    id: self

    property var theme
    property string name
    property real size: 16

    implicitWidth: size
    implicitHeight: size

    Loader {
        anchors.fill: parent
        sourceComponent: self.theme.icon || fallback
        onLoaded: {
            item.name = Qt.binding(function () { return self.name; });
            item.size = Qt.binding(function () { return self.size; });
        }
    }

    Component {
        id: fallback

        // The only public item of Qt that looks icons up.
        Controls.ToolButton {
            property string name
            property real size

            padding: 0
            enabled: true
            focusPolicy: Qt.NoFocus
            hoverEnabled: false
            background: null
            icon.name: name.charAt(0) === "/" ? "" : name
            icon.source: name.charAt(0) === "/" ? "file://" + name : ""
            icon.width: size
            icon.height: size
            icon.color: "transparent"
            display: Controls.AbstractButton.IconOnly
            Accessible.ignored: true

            MouseArea {
                anchors.fill: parent
                enabled: false
            }
        }
    }
}
