import QtQuick 2.15
import QtQuick.Layouts 1.15
import "today.js" as Today

GridLayout {
    id: self

    property var node
    property var card
    property string path
    readonly property var nodes: node.children || []

    columns: node.columns
    columnSpacing: node.spacing
    rowSpacing: node.spacing

    TodayNodes {
        nodes: self.nodes

        TodayNode {
            card: self.card
            path: self.path + "/" + Today.key(node, index)
            isInRow: true
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.alignment: Qt.AlignVCenter
        }
    }
}
