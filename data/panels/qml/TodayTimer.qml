import QtQuick 2.15
import "today.js" as Today

// A clock that ticks by itself.
Text {
    id: self

    property var node
    property var card
    property string path
    // A clock with a line to itself is what its card is about.
    readonly property bool isLarge: node.clock && !(parent && parent.isInRow)
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

    onNodeChanged: now = Today.now()

    Timer {
        interval: 200
        repeat: true
        triggeredOnStart: true
        running: self.visible && card.view.isSeen && Today.ticks(self.node, self.now)
        onTriggered: self.now = Today.now()
    }
}
