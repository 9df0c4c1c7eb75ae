import QtQuick 2.15
import "today.js" as Today

// A node of content of any kind. `path` identifies it within its card, across updates.
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

    // A tap on the whole node. Items in it that take taps are above this one, so they get the taps first.
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
        onHoveredChanged: self.card.showTooltip(self, hovered ? self.node.tooltip : "")
    }
}
