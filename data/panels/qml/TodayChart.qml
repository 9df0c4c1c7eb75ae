import QtQuick 2.15
import QtQuick.Layouts 1.15
import "chart.mjs" as Chart
import "today.js" as Today
import "words.mjs" as Words

// Numbers as a line, bars or an area, from the oldest to the newest, with an optional second line and legend.
ColumnLayout {
    id: self

    property var node
    property var card
    property string path
    // Both lines with their colors. One of them can be empty.
    readonly property var lines: [
        {shares: node.shares, style: node.style, color: card.theme.accent},
        {shares: node["series-shares"], style: "line", color: card.theme.secondary}
    ].filter(function (line) { return line.shares.length > 0; })

    visible: lines.length > 0
    spacing: 2

    Canvas {
        id: canvas

        implicitWidth: 60
        implicitHeight: 48
        Layout.fillWidth: true
        Accessible.role: Accessible.Chart
        Accessible.name: self.node.name

        onPaint: {
            var context = getContext("2d");
            context.reset();
            if (self.card.isMirrored) {
                context.translate(width, 0);
                context.scale(-1, 1);
            }
            // The newest numbers of both lines are at the same position.
            var count = self.lines.reduce(function (most, line) { return Math.max(most, line.shares.length); }, 0);
            self.lines.forEach(function (line) { draw(context, line, Math.min(count, Math.max(Math.floor(width), 1))); });
        }

        function draw(context, line, count) {
            var inset = 2, high = height - 2 * inset, ground = self.node.ground;
            // More numbers than pixels only take time.
            var shares = line.shares.slice(-count), missing = count - shares.length;
            var y = function (share) { return inset + (1 - share) * high; };
            context.fillStyle = context.strokeStyle = String(line.color);
            if (line.style === "bar") {
                var step = width / count;
                shares.forEach(function (share, index) {
                    var top = Math.max(share, ground), bar = Math.abs(share - ground) * high;
                    context.fillRect((missing + index) * step, y(top), Math.max(step - (step > 4 ? 2 : 0), 1), Math.max(bar, 1));
                });
                return;
            }
            var length = (width - 2 * inset) / Math.max(count - 1, 1);
            var points = shares.map(function (share, index) { return [inset + (missing + index) * length, y(share)]; });
            if (points.length === 1)
                points.push([width - inset, points[0][1]]);
            context.lineWidth = 2;
            context.lineJoin = "round";
            context.beginPath();
            points.forEach(function (point) { context.lineTo(point[0], point[1]); });
            context.stroke();
            if (line.style !== "area")
                return;
            context.lineTo(points[points.length - 1][0], y(ground));
            context.lineTo(points[0][0], y(ground));
            context.closePath();
            context.globalAlpha = 0.2;
            context.fill();
            context.globalAlpha = 1;
        }

        // The numbers below the pointer.
        HoverHandler {
            id: pointer

            readonly property string text: {
                if (!hovered || canvas.width <= 0)
                    return "";
                var place = point.position.x / canvas.width;
                return Chart.textAt(Today.chartLines(self.node), self.card.isMirrored ? 1 - place : place, {
                    isBar: self.node.style === "bar", unit: self.node.unit || "", most: Math.max(Math.floor(canvas.width), 1),
                    write: function (number) { return Words.written(Chart.shortNumber(number)); }
                });
            }

            onTextChanged: self.card.showTooltip(canvas, text, point.position.x)
        }

        Connections {
            target: self

            function onLinesChanged() { canvas.requestPaint(); }
        }
    }

    Flow {
        spacing: 12
        visible: self.node.legend.join("") !== ""
        Layout.fillWidth: true

        Repeater {
            model: self.lines

            Text {
                visible: text !== ""
                text: self.node.legend[index] || ""
                textFormat: Text.PlainText
                elide: Text.ElideRight
                color: modelData.color
                font.family: self.card.theme.font.family
                font.pixelSize: self.card.size(0.85)
                // The name of the chart contains these texts.
                Accessible.ignored: true
            }
        }
    }
}
