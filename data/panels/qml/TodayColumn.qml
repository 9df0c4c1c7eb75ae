import QtQuick 2.15
import QtQuick.Layouts 1.15
import "today.js" as Today

ColumnLayout {
    id: self

    property var node
    property var card
    property string path
    readonly property var nodes: node.children || []
    readonly property string place: node.alignment || "fill"

    spacing: node.spacing !== undefined ? node.spacing : 6

    TodayNodes {
        nodes: self.nodes

        TodayNode {
            readonly property bool isWide: Today.fillsColumn(node, self.place)

            card: self.card
            path: self.path + "/" + Today.key(node, index)
            Layout.fillWidth: isWide || Today.isText(node) || node.kind === "column"
            Layout.maximumWidth: isWide || !Layout.fillWidth ? Number.POSITIVE_INFINITY : Math.ceil(implicitWidth)
            Layout.alignment: ({center: Qt.AlignHCenter, trailing: Qt.AlignRight})[self.place] || Qt.AlignLeft
        }
    }
}
