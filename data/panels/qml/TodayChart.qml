import QtQuick 2.15

// Numbers as a line, as bars or as an area, from the oldest to the newest.
Canvas {
    property var node
    property var card
    property string path
    readonly property color color: card.theme.accent

    visible: node.shares.length > 0
    implicitWidth: 60
    implicitHeight: visible ? 48 : 0
    Accessible.role: Accessible.Chart
    Accessible.name: node.name

    onNodeChanged: requestPaint()
    onColorChanged: requestPaint()
    onPaint: {
        var context = getContext("2d"), inset = 2, high = height - 2 * inset;
        context.reset();
        // More values than pixels would only cost time.
        var shares = node.shares.slice(-Math.max(Math.floor(width), 1)), count = shares.length;
        var y = function (share) { return inset + (1 - share) * high; };
        context.fillStyle = context.strokeStyle = String(color);
        if (node.style === "bar") {
            var step = width / count;
            shares.forEach(function (share, index) {
                var top = Math.max(share, node.ground), bar = Math.abs(share - node.ground) * high;
                context.fillRect(index * step, y(top), Math.max(step - (step > 4 ? 2 : 0), 1), Math.max(bar, 1));
            });
            return;
        }
        var length = (width - 2 * inset) / Math.max(count - 1, 1);
        var points = shares.map(function (share, index) { return [inset + index * length, y(share)]; });
        if (count === 1)
            points.push([width - inset, points[0][1]]);
        context.lineWidth = 2;
        context.lineJoin = "round";
        context.beginPath();
        points.forEach(function (point) { context.lineTo(point[0], point[1]); });
        context.stroke();
        if (node.style !== "area" || !count)
            return;
        context.lineTo(points[points.length - 1][0], y(node.ground));
        context.lineTo(points[0][0], y(node.ground));
        context.closePath();
        context.globalAlpha = 0.2;
        context.fill();
    }
}
