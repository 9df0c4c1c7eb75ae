import QtQuick 2.15
import QtQuick.Window 2.15
import "../../../../data/panels/qml"
import "../../../../data/panels/qml/today.js" as Today

// Enters values, and prints the commands and texts of the panel. The last argument is a file with lines, each with a slider, an
// entry and a clock that shows seconds.
Window {
    id: window

    width: 400
    height: 600
    visible: true

    // Ends the running call.
    property var ended: null
    property var lines: []
    property int step: 0
    property string time
    property var field: null

    TodayView {
        id: view

        anchors.fill: parent
        run: function (command, ended) {
            console.log("RUN " + JSON.stringify(command.slice(command.indexOf("--"))));
            window.ended = ended;
        }
    }

    // Returns all shown items, in their order.
    function items(item) {
        var found = item.visible ? [item] : [];
        for (var i = 0; item.visible && i < item.children.length; i++)
            found = found.concat(items(item.children[i]));
        return found;
    }
    function first(condition) { return items(view).filter(condition)[0] || null; }
    function slider() { return first(function (item) { return item.moved !== undefined; }); }
    function entry() { return first(function (item) { return item.isSending !== undefined && item.name === "Add"; }); }
    function clock() { return first(function (item) { return item.text !== undefined && /^\d\d:\d\d:\d\d$/.test(item.text); }); }
    function refusals() {
        return items(view).filter(function (item) { return item.message !== undefined; }).map(function (item) {
            return item.message.Text;
        });
    }
    function timers() {
        return items(window.contentItem).concat([view]).reduce(function (count, item) {
            for (var i = 0; i < item.resources.length; i++) {
                if (item.resources[i].repeat && item.resources[i].running)
                    count += 1;
            }
            return count;
        }, 0);
    }
    function end(problem) {
        var call = ended;
        ended = null;
        call(problem);
    }
    function move(number) {
        slider().value = number;
        slider().moved();
    }
    function type(text) {
        entry().text = text;
        entry().edited();
    }

    // Each step returns false until it can run.
    property var steps: [
        function () {
            // The panel sends only the first number before the call ends.
            move(41);
            move(52);
            move(68);
            console.log("SLIDER " + slider().value);
            end("");
        },
        function () {
            // The last number follows.
            if (!ended)
                return false;
            view.show(lines[1]);
            console.log("SLIDER " + slider().value);
            end("");
        },
        function () {
            if (slider().value !== 20)
                return false;
            console.log("SLIDER " + slider().value);
            move(99);
        },
        function () {
            if (!ended)
                return false;
            end("todayctl: org.example.All: it is late");
            console.log("SLIDER " + slider().value + " " + JSON.stringify(refusals()));
            // The entry has moved, and keeps its item.
            field = entry();
            type("ha\tlf");
            field.children[0].forceActiveFocus();
            view.show(lines[2]);
            console.log("ENTRY " + (field === entry()) + " " + field.children[0].focus + " " + JSON.stringify(field.text));
            field.accepted();
            field.accepted();
            console.log("READ ONLY " + field.readOnly);
            end("todayctl: org.example.All: it is late");
            console.log("READ ONLY " + field.readOnly + " " + JSON.stringify(field.text));
            field.accepted();
            end("");
            console.log("ENTRY " + JSON.stringify(field.text));
            field.text = "";
            field.accepted();
            type(new Array(3000).join("é"));
            console.log("ENTRY " + field.text.length);
            time = clock().text;
        },
        function () {
            if (clock().text === time)
                return false;
            console.log("TIMERS " + timers());
            window.visible = false;
        },
        function () {
            console.log("TIMERS " + timers());
            Qt.quit();
        }
    ]

    Component.onCompleted: {
        var request = new XMLHttpRequest(), words = Qt.application.arguments;
        request.open("GET", "file://" + words[words.length - 1], false);
        request.send();
        lines = request.responseText.split("\n").map(Today.read);
        view.show(lines[0]);
        next.start();
    }

    Timer {
        id: next

        interval: 20
        repeat: true
        onTriggered: {
            var step = window.step;
            window.step += 1;
            if (steps[step]() === false)
                window.step = step;
        }
    }
}
