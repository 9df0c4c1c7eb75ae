import QtQuick 2.15
import QtQuick.Window 2.15
import "../../../../data/panels/qml"
import "../../../../data/panels/qml/chart.mjs" as Chart
import "../../../../data/panels/qml/today.js" as Today

// Uses the menu of the first card, and undoes a removal. Prints the commands and texts of the panel. The last argument is a file
// with a line, in which the first card has a chart and the next two are small.
Window {
    id: window

    width: 400
    height: 900
    visible: true

    // The error of todayctl, and its output
    property var answer: ["", ""]

    TodayView {
        id: view

        width: 400
        height: parent.height
        run: function (command, ended) {
            console.log("RUN " + JSON.stringify(command));
            ended(answer[0], answer[1]);
        }
    }

    TextEdit {
        id: pasted

        visible: false
    }

    // Returns all shown items, in their order.
    function items(item) {
        var found = item.visible ? [item] : [];
        for (var i = 0; item.visible && i < item.children.length; i++)
            found = found.concat(items(item.children[i]));
        return found;
    }
    function cards() { return items(view).filter(function (item) { return item.isSmall !== undefined; }); }
    function buttons() {
        return items(view).filter(function (item) { return item.clicked !== undefined && item.visualFocus !== undefined; });
    }
    function press(text) {
        var found = buttons().filter(function (item) { return item.text === text; });
        if (found.length)
            found[0].clicked();
        else
            console.log("NO " + text);
    }
    function menu(path) {
        if (!cards()[0].hasMenu)
            press("⋮");
        path.forEach(press);
    }
    function texts() {
        return items(view).filter(function (item) { return item.textFormat !== undefined && item.text; })
            .map(function (item) { return item.text; });
    }
    function shows(text) { console.log("SHOWS " + (texts().indexOf(text) >= 0) + " " + text); }

    Component.onCompleted: {
        var request = new XMLHttpRequest(), words = Qt.application.arguments;
        request.open("GET", "file://" + words[words.length - 1], false);
        request.send();
        view.show(Today.read(request.responseText.split("\n")[0]));
        steps.start();
    }

    Timer {
        id: steps

        interval: 100
        onTriggered: {
            var all = cards(), small = all.filter(function (card) { return card.isSmall; });
            console.log("PLACES " + all.map(function (card) { return card.model.Name; }).join(" ") + " "
                + (small.length === 2 && small[0].y === small[1].y && small[0].height === small[1].height
                    && small[0].x + small[0].width < small[1].x && 2 * small[0].width < all[0].width));
            view.width = 200;
            console.log("NARROW " + cards().filter(function (card) { return card.isSmall; }).length);
            view.width = 400;

            press("⋮");
            console.log("MENU " + JSON.stringify(buttons().slice(1, buttons().length).map(function (item) { return item.text; })
                .filter(function (text) { return text !== "⋮"; })));
            press("⋮");
            menu(["Size", "Small"]);
            menu(["Open App"]);
            menu(["Move Down"]);
            answer = ["", '{"Text":"org.example.A is <b>fresh</b>."}\n'];
            menu(["Why?"]);
            shows("A is <b>fresh</b>.");
            press("Close");
            shows("A is <b>fresh</b>.");
            answer = ["", "The first line\nand <b>more</b>\n"];
            menu(["Copy"]);
            pasted.paste();
            console.log("PASTED " + JSON.stringify(pasted.text));
            answer = ["todayctl: org.example.A: it is late", ""];
            menu(["Remove"]);
            shows("A removed");
            shows("It is late");
            answer = ["", ""];
            menu(["Remove"]);
            shows("A removed");
            answer = ["todayctl: it has no room", ""];
            press("Undo");
            shows("It has no room");
            var node = all[0].model.Content;
            console.log("CHART " + JSON.stringify([0, 1].map(function (place) {
                return Chart.textAt(Today.chartLines(node), place, {unit: node.unit});
            })));
            Qt.quit();
        }
    }
}
