import QtQuick 2.15
import QtQuick.Layouts 1.15
import "words.mjs" as Words

// A row with a mark. A press on it shows or hides the items below.
ColumnLayout {
    id: self

    property var node
    property var card
    property string path
    readonly property bool isOpen: card.isOpen(path, node.expanded)

    spacing: 4

    TodayPress {
        id: header

        card: self.card
        isQuiet: true
        isFlat: true
        text: self.node.label
        Layout.fillWidth: true
        Accessible.name: self.node.name || text
        Accessible.description: Words.say(self.isOpen ? "expanded" : "folded")
        Keys.onLeftPressed: self.card.setOpen(self.path, self.card.isMirrored)
        Keys.onRightPressed: self.card.setOpen(self.path, !self.card.isMirrored)
        onClicked: self.card.setOpen(self.path, !self.isOpen)

        contentItem: Row {
            id: row

            spacing: 6

            Text {
                id: mark

                anchors.verticalCenter: parent.verticalCenter
                width: self.card.size(1)
                text: self.isOpen ? "▾" : self.card.isMirrored ? "◂" : "▸"
                textFormat: Text.PlainText
                horizontalAlignment: Text.AlignHCenter
                color: self.card.theme.secondary
                font.pixelSize: self.card.size(1)
                Accessible.ignored: true
            }

            Text {
                id: label

                width: Math.max(header.availableWidth - mark.width - row.spacing, 0)
                text: self.node.label
                textFormat: Text.PlainText
                elide: Text.ElideRight
                horizontalAlignment: Text.AlignLeft
                color: self.card.theme.text
                font.family: self.card.theme.font.family
                font.pixelSize: self.card.size(1)
                Accessible.ignored: true
            }
        }
    }

    TodayColumn {
        visible: self.isOpen
        node: ({kind: "column", spacing: 6, alignment: "fill", children: self.isOpen ? self.node.children || [] : []})
        card: self.card
        path: self.path
        Layout.fillWidth: true
        // In line with the label
        Layout.leftMargin: self.card.isMirrored ? 0 : self.card.size(1) + 8
        Layout.rightMargin: self.card.isMirrored ? self.card.size(1) + 8 : 0
    }
}
