import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Window 2.15
import org.kde.kirigami 2.20 as Kirigami
import "today"

// The Today view in the colours of Plasma.
Item {
    id: self

    property var center
    // Whether it is no less high than its content would have it, as far as the screen has room.
    property bool isWhole: false
    // In an item, as the colours are attached to those only.
    readonly property color text: Kirigami.Theme.textColor
    // The colour of what is marked is pale where the window has no focus, and no colour for text.
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
