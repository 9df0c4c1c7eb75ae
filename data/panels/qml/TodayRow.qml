import QtQuick 2.15
import QtQuick.Layouts 1.15
import "today.js" as Today

RowLayout {
    id: self

    property var node
    property var card
    property string path
    readonly property var nodes: node.children || []
    readonly property bool isFilled: nodes.some(Today.fillsRow)
        || nodes.some(function (child) { return Today.takesRest(child, nodes); })

    spacing: node.spacing

    TodayNodes {
        nodes: self.nodes

        TodayNode {
            readonly property bool takesRest: Today.takesRest(node, self.nodes)

            card: self.card
            path: self.path + "/" + Today.key(node, index)
            isInRow: true
            Layout.fillWidth: Today.fillsRow(node) || Today.isText(node)
            Layout.fillHeight: node.kind === "divider"
            Layout.maximumWidth: Today.isText(node) && !takesRest ? Math.ceil(implicitWidth) : Number.POSITIVE_INFINITY
            Layout.alignment: ({leading: Qt.AlignTop, trailing: Qt.AlignBottom})[self.node.alignment] || Qt.AlignVCenter
        }
    }

    Item {
        visible: !self.isFilled
        Layout.fillWidth: true
    }
}
