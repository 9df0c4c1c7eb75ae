import QtQuick 2.15
import "today.js" as Today

// A timer or a clock, which ticks without new content.
Text {
    id: self

    property var node
    property var card
    property string path
    // A timer or clock on a line of its own is the subject of its card.
    readonly property bool isLarge: (node.clock || node.kind === "clock") && !(parent && parent.isInRow)
    property real now: Today.now()

    text: Today.timerText(node, now)
    textFormat: Text.PlainText
    wrapMode: Text.Wrap
    horizontalAlignment: Text.AlignLeft
    color: card.theme.text
    font.family: card.theme.font.family
    font.pixelSize: card.size(isLarge ? 2 : 1)
    Accessible.role: Accessible.StaticText
    Accessible.name: node.name || text

    onNodeChanged: tick()

    function tick() {
        now = Today.now();
        ticker.interval = Today.interval(Today.rest(node, now));
    }

    Timer {
        id: ticker

        repeat: true
        running: self.visible && self.card.view.isSeen && Today.rest(self.node, self.now) < Infinity
        onRunningChanged: if (running) Qt.callLater(self.tick)
        onTriggered: self.tick()
    }
}
