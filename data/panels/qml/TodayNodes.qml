import QtQuick 2.15
import "today.js" as Today

// The nodes in a container, with an item for each. An item stays with its node while others appear and disappear before it, and
// keeps what the user has entered.
Repeater {
    id: self

    property var nodes: []
    property bool isComplete: false
    readonly property ListModel marks: ListModel {}

    model: marks
    onNodesChanged: arrange()
    Component.onCompleted: {
        isComplete = true;
        arrange();
    }

    function arrange() {
        if (!isComplete)
            return;
        nodes.forEach(function (node, index) {
            var mark = Today.mark(node), at = index;
            while (at < marks.count && marks.get(at).mark !== mark)
                at += 1;
            if (at === marks.count)
                marks.insert(index, {mark: mark});
            else if (at !== index)
                marks.move(at, index, 1);
            itemAt(index).node = node;
        });
        if (marks.count > nodes.length)
            marks.remove(nodes.length, marks.count - nodes.length);
    }
}
