import QtQuick 2.15
import "today.js" as Today

// A progress, as a bar or a ring. If its share is unknown, a part of it moves from side to side, or around.
Item {
    id: self

    property var node
    property var card
    property string path
    property real now: Today.now()
    readonly property bool isRing: node.style === "circle"
    readonly property real fraction: Today.fraction(node, now)
    property real motion: 0
    readonly property color color: card.theme.role(node.color)
    readonly property bool hasLabel: node.label !== ""
    readonly property int ringSize: hasLabel ? 56 : 32
    // The width for the label behind a bar.
    readonly property real labelWidth: hasLabel && !isRing ? label.width + 8 : 0

    implicitWidth: isRing ? ringSize : 60 + labelWidth
    implicitHeight: isRing ? ringSize : hasLabel ? label.implicitHeight : 6
    Accessible.role: Accessible.ProgressBar
    Accessible.name: Today.progressName(node, now)

    onNodeChanged: now = Today.now()
    onFractionChanged: ring.requestPaint()
    onMotionChanged: if (isRing) ring.requestPaint()

    Timer {
        interval: 250
        repeat: true
        triggeredOnStart: true
        running: self.visible && self.card.view.isSeen && Today.ticks(self.node, self.now)
        onTriggered: self.now = Today.now()
    }

    NumberAnimation on motion {
        running: self.visible && self.card.view.isSeen && self.fraction < 0
        loops: Animation.Infinite
        from: 0
        to: 1
        duration: 1600
    }

    Rectangle {
        visible: !self.isRing
        anchors.left: parent.left
        anchors.verticalCenter: parent.verticalCenter
        width: parent.width - self.labelWidth
        height: 6
        radius: height / 2
        color: self.card.theme.line

        Rectangle {
            readonly property real place: (1 - Math.cos(self.motion * 2 * Math.PI)) / 2
            readonly property real start: self.fraction < 0 ? place * (parent.width - width) : 0

            x: self.card.isMirrored ? parent.width - width - start : start
            width: self.fraction < 0 ? parent.width / 3 : Math.max(parent.width * self.fraction, 0)
            height: parent.height
            radius: height / 2
            color: self.color
        }
    }

    Text {
        id: label

        visible: self.hasLabel
        anchors.right: self.isRing ? undefined : parent.right
        anchors.horizontalCenter: self.isRing ? parent.horizontalCenter : undefined
        anchors.verticalCenter: parent.verticalCenter
        width: Math.min(Math.ceil(implicitWidth), self.isRing ? 44 : self.card.width / 2)
        text: self.node.label
        textFormat: Text.PlainText
        elide: Text.ElideRight
        horizontalAlignment: self.isRing ? Text.AlignHCenter : Text.AlignLeft
        color: self.card.theme.text
        font.family: self.card.theme.font.family
        font.pixelSize: self.card.size(self.isRing ? 0.85 : 1)
        font.bold: self.isRing
        Accessible.ignored: true
    }

    Canvas {
        id: ring

        readonly property color color: self.color

        visible: self.isRing
        anchors.centerIn: parent
        width: self.ringSize
        height: width
        onColorChanged: requestPaint()
        onPaint: {
            var context = getContext("2d");
            context.reset();
            context.lineWidth = 4;
            var arc = function (from, to, alpha) {
                context.globalAlpha = alpha;
                context.strokeStyle = String(color);
                context.beginPath();
                context.arc(width / 2, height / 2, width / 2 - 2.5, (from - 0.25) * 2 * Math.PI, (to - 0.25) * 2 * Math.PI);
                context.stroke();
            };
            arc(0, 1, 0.2);
            if (self.fraction < 0)
                arc(self.motion, self.motion + 0.25, 0.8);
            else if (self.fraction > 0)
                arc(0, self.fraction, 1);
        }
    }
}
