import QtQuick 2.15
import QtQuick.Window 2.15
import "../../../../data/panels/qml"
import "../../../../data/panels/qml/today.js" as Today

// Shows the lines of the file in the last argument, one after the other, and prints their texts. With the first line, it presses
// everything, and prints the commands. At the end, the center disappears, and then the window.
Window {
    id: window

    width: 400
    height: 900
    visible: true

    // Reports the result to the last pressed widget a second time.
    property var ended

    TodayView {
        id: view

        anchors.fill: parent
        isMirrored: Qt.application.arguments.indexOf("mirrored") >= 0
        run: function (command, ended) {
            console.log("RUN " + JSON.stringify(command));
            window.ended = ended;
            ended("todayctl: org.example.All: it is <b>late</b>\n");
        }
    }

    // Returns all shown items, in their order.
    function items(item) {
        var found = item.visible ? [item] : [];
        for (var i = 0; item.visible && i < item.children.length; i++)
            found = found.concat(items(item.children[i]));
        return found;
    }

    function texts() {
        return items(view).filter(function (item) { return item.textFormat !== undefined && item.text; })
            .map(function (item) { return item.text + (item.textFormat === Text.PlainText ? "" : " AS MARKUP"); });
    }

    // Returns the icons that are loaded, each once.
    function icons() {
        return items(view).filter(function (item) { return item.icon !== undefined && item.icon.source !== undefined; })
            .map(function (item) { return item.icon.name + item.icon.source; })
            .filter(function (icon, index, all) { return icon !== "" && all.indexOf(icon) === index; });
    }

    function press() {
        items(view).filter(function (item) { return item.clicked !== undefined && item.visualFocus !== undefined && item.enabled; })
            .forEach(function (item) { item.clicked(); });
        items(view).filter(function (item) { return item.moved !== undefined && item.enabled; }).forEach(function (item) {
            item.value = 33;
            item.moved();
        });
        items(view).filter(function (item) { return item.isSending !== undefined && item.enabled; }).forEach(function (item) {
            item.text = "-x $(y)";
            item.accepted();
        });
    }

    Component.onCompleted: {
        var request = new XMLHttpRequest(), words = Qt.application.arguments;
        request.open("GET", "file://" + words[words.length - 1], false);
        request.send();
        request.responseText.split("\n").forEach(function (text, index) {
            var line = Today.read(text);
            view.show(line);
            if (!line)
                return;
            console.log("SHOWN " + JSON.stringify(texts()));
            console.log("ICONS " + JSON.stringify(icons()));
            if (index > 0)
                return;
            press();
            console.log("PRESSED " + JSON.stringify(texts()));
        });
        console.log("QUOTED " + Today.quoted("it's \"$(x)\" `y` \\ !-"));
        end.start();
    }

    Timer {
        id: end

        interval: 1
        repeat: true
        onTriggered: {
            if (view.cards.count > 0)
                return view.show({Available: true, Notices: [], Title: "", Explanation: "", Cards: []});
            if (window.visible) {
                // The card no longer exists.
                if (window.ended)
                    window.ended("");
                view.show({Available: false, Notices: ["gone"], Title: "Not available", Explanation: "It is gone", Cards: []});
                console.log("GONE " + JSON.stringify(texts()) + " SEEN " + view.isSeen);
                window.visible = false;
                return;
            }
            console.log("SEEN " + view.isSeen);
            Qt.quit();
        }
    }
}
