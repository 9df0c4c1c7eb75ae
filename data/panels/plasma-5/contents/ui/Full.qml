import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Window 2.15
import org.kde.kirigami 2.20 as Kirigami
import "today"

// The Today view in the colors of Plasma.
Item {
    id: self

    property var center
    // Whether the view is at least as high as its content, up to the height of the screen.
    property bool isWhole: false
    // In an item, because the attached colors need one.
    readonly property color text: Kirigami.Theme.textColor
    // The color of links. The highlight color is pale in a window without focus, and unsuitable for text.
    readonly property color accent: Kirigami.Theme.linkColor
    readonly property color success: Kirigami.Theme.positiveTextColor
    readonly property color warning: Kirigami.Theme.neutralTextColor
    readonly property color error: Kirigami.Theme.negativeTextColor
    readonly property color background: Kirigami.Theme.backgroundColor
    readonly property font font: Kirigami.Theme.defaultFont

    implicitWidth: Layout.preferredWidth
    implicitHeight: Layout.preferredHeight
    Layout.minimumWidth: 240
    Layout.minimumHeight: isWhole ? Math.min(Layout.preferredHeight, Screen.desktopAvailableHeight * 0.75) : 160
    Layout.preferredWidth: view.pixelSize * 28
    Layout.preferredHeight: Math.max(Math.min(view.contentHeight, view.pixelSize * 52), 160)

    TodayView {
        id: view

        readonly property var line: self.center.line

        anchors.fill: parent
        run: self.center.run
        onLineChanged: show(line)
        Component.onCompleted: show(line)

        theme: TodayTheme {
            text: self.text
            accent: self.accent
            accentText: self.background
            success: self.success
            warning: self.warning
            error: self.error
            background: self.background
            font: self.font
            icon: Component {
                Kirigami.Icon {
                    property string name
                    property real size

                    source: name
                    implicitWidth: size
                    implicitHeight: size
                }
            }
        }
    }
}
