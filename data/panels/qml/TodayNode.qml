import QtQuick 2.15
import "today.js" as Today

// A node of content, of whichever kind. `path` tells it from all others of its card, over updates too.
Loader {
    id: self

    property var node: ({kind: ""})
    property var card
    property string path
    property bool isInRow: false
    readonly property string file: Today.files[node.kind] || ""

    enabled: node.enabled !== false
    visible: file !== ""
    onFileChanged: reload()
    Component.onCompleted: reload()
    onLoaded: {
        item.node = Qt.binding(function () { return self.node; });
        item.card = Qt.binding(function () { return self.card; });
        item.path = Qt.binding(function () { return self.path; });
    }

    function reload() {
        if (file !== "")
            setSource(file, {node: node, card: card, path: path});
    }

    // What can be tapped as a whole. What in it can be tapped is above it, and counts first.
    Loader {
        anchors.fill: parent
        anchors.margins: -3
        z: -1
        active: self.node.tap !== undefined && !Today.isControl(self.node.kind)
        sourceComponent: TodayPress {
            card: self.card
            isQuiet: true
            Accessible.name: Today.words(self.node, Today.now())
            onClicked: self.card.run(self.node.tap)
        }
    }

    HoverHandler {
        id: pointer

        enabled: self.node.tooltip !== undefined
        onHoveredChanged: self.card.tell(self, hovered ? self.node.tooltip : "")
    }
}
