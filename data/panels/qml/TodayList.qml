import QtQuick 2.15
import QtQuick.Layouts 1.15
import "words.mjs" as Words

// Rows. A long list shows only the first ones until the user asks for more.
ColumnLayout {
    id: self

    property var node
    property var card
    property string path
    readonly property int others: rows(true).length - rows(false).length
    readonly property bool isOpen: card.isOpen(path, false)

    function rows(isOpen) {
        var all = node.children || [];
        return isOpen || !(node["visible-rows"] > 0) ? all : all.slice(0, node["visible-rows"]);
    }

    spacing: 4

    TodayColumn {
        node: ({kind: "column", spacing: 4, alignment: "fill", children: self.rows(self.isOpen)})
        card: self.card
        path: self.path
        Layout.fillWidth: true
    }

    TodayPress {
        visible: self.others > 0
        card: self.card
        style: "link"
        text: self.isOpen ? Words.say("showLess") : self.node["show-more"] || "…"
        onClicked: self.card.setOpen(self.path, !self.isOpen)
    }
}
