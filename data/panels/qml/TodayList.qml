import QtQuick 2.15
import QtQuick.Layouts 1.15

// Rows, of which a long list shows only the first until somebody asks for more.
ColumnLayout {
    id: self

    property var node
    property var card
    property string path
    readonly property int count: (node.children || []).length
    readonly property int others: node["visible-rows"] > 0 ? Math.max(count - node["visible-rows"], 0) : 0
    readonly property bool isOpen: others > 0 && card.isOpen(path, false)

    spacing: 4

    TodayColumn {
        node: ({kind: "column", spacing: 4, alignment: "fill", children: self.node.children || []})
        card: self.card
        path: self.path
        shown: self.isOpen ? self.count : self.count - self.others
        Layout.fillWidth: true
    }

    TodayPress {
        visible: self.others > 0
        card: self.card
        style: "link"
        text: self.isOpen ? "Show Less" : "Show More (" + self.others + ")"
        onClicked: self.card.setOpen(self.path, !self.isOpen)
    }
}
