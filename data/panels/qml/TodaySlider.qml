import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Templates 2.15 as Templates
import "today.js" as Today

// A slider with its label. While the user moves it, it shows the user's number and sends it: one call at a time, at most ten a
// second, and always the last number.
ColumnLayout {
    id: self

    property var node
    property var card
    property string path
    // The pending number
    property var next
    property bool isInFlight: false
    readonly property bool isMoving: slider.pressed || next !== undefined || isInFlight

    function follow() {
        if (!isMoving)
            slider.value = node.value;
    }
    function send() {
        if (next === undefined || isInFlight || pause.running)
            return;
        var number = next;
        isInFlight = true;
        next = undefined;
        pause.start();
        card.run(node.tap.concat("" + number), function (problem) {
            if (!self)
                return;
            isInFlight = false;
            send();
            if (problem)
                follow();
        });
    }

    spacing: 2
    onNodeChanged: follow()
    Component.onCompleted: follow()

    // New content can come after the end of the call, so the slider waits for it.
    Timer {
        interval: 500
        running: !self.isMoving
        onTriggered: self.follow()
    }

    Timer {
        id: pause

        interval: 100
        onTriggered: self.send()
    }

    Text {
        visible: text !== ""
        text: self.node.label
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        horizontalAlignment: Text.AlignLeft
        color: self.card.theme.text
        opacity: enabled ? 1 : 0.5
        font.family: self.card.theme.font.family
        font.pixelSize: self.card.size(1)
        Layout.fillWidth: true
        Accessible.ignored: true

        // Keeps presses beside the handle from the node around the slider.
        MouseArea {
            anchors.fill: parent
        }
    }

    Templates.Slider {
        id: slider

        from: self.node.minimum
        to: self.node.maximum
        // The step of the arrow keys
        stepSize: self.node.step > 0 ? self.node.step : (to - from) / 20
        implicitWidth: 80
        implicitHeight: 20
        opacity: enabled ? 1 : 0.5
        focusPolicy: Qt.StrongFocus
        Layout.fillWidth: true
        Accessible.role: Accessible.Slider
        Accessible.name: self.node.name || self.node.label
        onMoved: {
            value = self.next = Today.sliderValue(self.node, value);
            self.send();
        }

        background: Rectangle {
            y: (slider.height - height) / 2
            width: slider.width
            height: 6
            radius: 3
            color: self.card.theme.line

            Rectangle {
                readonly property real middle: slider.handle.x + slider.handle.width / 2

                x: slider.mirrored ? middle : 0
                width: slider.mirrored ? parent.width - middle : middle
                height: parent.height
                radius: 3
                color: self.card.theme.accent
            }
        }

        handle: Rectangle {
            x: slider.visualPosition * (slider.width - width)
            y: (slider.height - height) / 2
            width: 16
            height: 16
            radius: 8
            color: "white"
            border.width: slider.visualFocus ? 3 : 1
            border.color: slider.visualFocus ? self.card.theme.accent : self.card.theme.secondary
        }
    }
}
