import QtQuick 2.15
import QtQuick.Templates 2.15 as Templates

// A button with a label, an icon or both, or with other items inside.
Templates.AbstractButton {
    id: self

    property var card
    property string iconName
    property string style: "normal"
    property bool isFlat: style === "link"
    property bool isQuiet: false
    readonly property color ink: style === "prominent" ? card.theme.accentText : style === "destructive" ? card.theme.error
        : style === "link" ? card.theme.accent : card.theme.text

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: implicitContentHeight + topPadding + bottomPadding
    leftPadding: isFlat ? 2 : card.size(0.7)
    rightPadding: leftPadding
    topPadding: card.size(isFlat ? 0.15 : 0.35)
    bottomPadding: topPadding
    opacity: enabled ? 1 : 0.5
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    Accessible.ignored: !visible
    Accessible.role: Accessible.Button
    Accessible.name: text
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    background: Rectangle {
        radius: 4
        color: {
            if (self.style === "prominent")
                return self.down ? Qt.darker(self.card.theme.accent, 1.15) : self.card.theme.accent;
            if (self.isFlat || self.isQuiet)
                return self.hovered || self.down ? self.card.theme.card : "transparent";
            return self.down ? self.card.theme.line : self.hovered ? self.card.theme.hover : self.card.theme.button;
        }
        border.width: self.visualFocus ? 2 : self.isFlat || self.isQuiet || self.style === "prominent" ? 0 : 1
        border.color: self.visualFocus ? self.card.theme.accent : self.card.theme.line
    }

    contentItem: Item {
        readonly property real iconWidth: self.iconName ? picture.size + (self.text ? 6 : 0) : 0

        implicitWidth: iconWidth + Math.ceil(label.implicitWidth)
        implicitHeight: label.implicitHeight

        Row {
            anchors.centerIn: parent
            spacing: 6

            TodayIcon {
                id: picture

                visible: self.iconName !== ""
                anchors.verticalCenter: parent.verticalCenter
                theme: self.card.theme
                name: self.iconName
                size: self.card.size(1.15)
            }

            Text {
                id: label

                visible: self.text !== ""
                anchors.verticalCenter: parent.verticalCenter
                width: Math.max(Math.min(Math.ceil(implicitWidth), self.availableWidth - self.contentItem.iconWidth), 0)
                text: self.text
                textFormat: Text.PlainText
                elide: Text.ElideRight
                color: self.ink
                font.family: self.card.theme.font.family
                font.pixelSize: self.card.size(1)
                Accessible.ignored: true
            }
        }
    }
}
