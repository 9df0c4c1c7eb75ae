import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Window 2.15
import "today.js" as Today
import "words.mjs" as Words

// A widget: its header, its content and its messages. The items of its content call its functions.
Rectangle {
    id: self

    property var view
    // An element of `Cards` in a panel line.
    property var model
    readonly property var theme: view.theme
    readonly property bool isMirrored: view.isMirrored
    // The sections and lists that the user has opened or closed, and the toggles that wait for an answer, by the paths of nodes.
    property var opened: ({})
    property var pending: ({})
    // The reason why the last request failed.
    property string refusal
    // The answer to Why?, a sentence about the widget's state.
    property string answer
    // Whether the card has half of the width.
    property bool isSmall: false
    property int unanswered: 0
    property bool isOpened: false
    property bool hasMenu: false
    // The label of the menu item whose choices are open.
    property string menuChoices
    property bool hasForm: false
    readonly property bool isCompact: model.DisplayMode === "compact"
    readonly property real limit: 110 * size(1) / 13
    // Not a binding, because its value would be read during the layout.
    property bool isHigh: false
    readonly property var margins: model.MarginInsets.map(function (side, index) {
        return side >= 0 ? side : [2, 0, 0, 0][index];
    })

    function measure() {
        isHigh = isCompact && content.implicitHeight > limit + 1;
        box.implicitHeight = isHigh && !isOpened ? limit : content.implicitHeight;
    }
    function size(share) { return Math.round(view.pixelSize * share); }
    function isOpen(path, byItself) { return opened[path] !== undefined ? opened[path] : byItself; }
    function setOpen(path, open) {
        opened = changed(opened, path, open);
        // The user wants to see the rest.
        isOpened = isOpened || open;
    }
    function showTooltip(item, text, x) { view.showTooltip(item, text, x); }

    /** Returns a copy of an object with another value. */
    function changed(object, key, value) {
        var copy = {};
        for (var other in object)
            copy[other] = object[other];
        copy[key] = value;
        return copy;
    }

    /** Runs an item of the menu. */
    function choose(item) {
        hasMenu = false;
        run(item.Command, function (text, output) {
            if (text)
                return;
            if (item.Output === "copy")
                view.copy(output);
            else if (item.Output === "explain")
                answer = Today.explanation(output, model.Identifier, model.Name);
        }, item.Undo);
    }

    /**
     * Runs todayctl with arguments, and shows its error. `ended` gets the error, empty after a success, and the output. `undo`,
     * if any, describes how the user can undo the command for a while.
     */
    function run(command, ended, undo) {
        unanswered += 1;
        refusal = "";
        view.run(command, function (problem, output) {
            if (undo && !problem)
                view.offerUndo(undo);
            // The card is destroyed if the command removed the widget.
            if (!self)
                return;
            unanswered -= 1;
            var text = problem ? Today.failure(problem, model.Identifier) : "";
            var isTold = model.Lines.some(function (line) { return line.Text.indexOf(text) >= 0; });
            refusal = isTold ? "" : text;
            if (ended)
                ended(text, output || "");
        });
    }

    /** Returns the moment of the last update, with the day unless it is today. */
    function updateTime() {
        var moment = new Date(model.UpdatedAt / 1000), isToday = moment.toDateString() === new Date().toDateString();
        return isToday ? moment.toLocaleTimeString(Qt.locale(), Locale.ShortFormat)
            : moment.toLocaleString(Qt.locale(), Locale.ShortFormat);
    }

    function toggle(path, value, command) {
        pending = changed(pending, path, value);
        run(command, function () { pending = changed(pending, path, undefined); });
    }

    radius: 8
    color: theme.card
    Accessible.role: Accessible.Grouping
    Accessible.name: model.Name

    readonly property Item focused: Window.activeFocusItem
    // Opens the card if it cuts off the focused item.
    onFocusedChanged: {
        if (!isHigh || isOpened)
            return;
        for (var item = focused; item && item !== content; item = item.parent)
            continue;
        isOpened = item !== null && focused.mapToItem(content, 0, focused.height).y > limit;
    }

    readonly property real revision: model.Revision
    onRevisionChanged: refusal = ""
    onHasMenuChanged: menuChoices = ""
    onIsCompactChanged: Qt.callLater(measure)
    onIsOpenedChanged: measure()

    Timer {
        id: patience
        interval: 300
        running: self.unanswered > 0
    }

    ColumnLayout {
        id: column

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: self.size(0.8)
        spacing: self.size(0.5)
        // Not a binding, for the same reason as isHigh.
        onImplicitHeightChanged: self.implicitHeight = implicitHeight + 2 * anchors.margins

        RowLayout {
            id: header

            spacing: 8
            Layout.fillWidth: true

            // A click on the header beside its buttons opens the app.
            TapHandler {
                enabled: self.model.Open !== undefined
                onTapped: self.run(self.model.Open.Command)
            }

            HoverHandler {
                id: pointer

                enabled: self.model.Open !== undefined
            }

            TodayIcon {
                visible: self.model.Icon !== ""
                theme: self.theme
                name: self.model.Icon
                letter: Today.initial(self.model.Name)
                size: self.size(1.3)
            }

            Text {
                text: self.model.Name
                textFormat: Text.PlainText
                elide: Text.ElideRight
                horizontalAlignment: Text.AlignLeft
                color: self.theme.text
                font.family: self.theme.font.family
                font.pixelSize: self.size(1)
                font.bold: true
                font.underline: pointer.hovered
                Layout.fillWidth: true
                Accessible.role: Accessible.Heading
                Accessible.name: text
            }

            TodayBadge {
                visible: self.model.Attention !== undefined
                color: self.model.Attention === "alert" ? self.theme.alert : self.theme.badge
                text: self.model.Badge || ""
                name: self.model.BadgeLabel || ""
                font: self.theme.font
                pixelSize: self.size(0.85)
            }

            Text {
                id: age

                readonly property bool isWaiting: self.unanswered > 0 && !patience.running

                visible: text !== "" && (isWaiting || !self.isSmall)
                text: isWaiting ? Words.say("waiting") : self.model.Age
                textFormat: Text.PlainText
                color: self.theme.secondary
                font.family: self.theme.font.family
                font.pixelSize: self.size(0.85)
                Accessible.ignored: !visible
                Accessible.role: Accessible.StaticText
                Accessible.name: text

                HoverHandler {
                    enabled: self.model.UpdatedAt > 0
                    onHoveredChanged: self.showTooltip(age, hovered ? Words.say("updatedAt", {time: self.updateTime()}) : "")
                }
            }

            TodayPress {
                readonly property var command: self.model.Size ? self.model.Size.Command : null

                visible: command !== null && !self.isSmall || self.isHigh
                card: self
                style: "link"
                text: command && !self.isSmall ? self.model.Size.Label : Words.say(self.isOpened ? "less" : "more")
                onClicked: {
                    if (command && !self.isSmall)
                        self.run(command);
                    else
                        self.isOpened = !self.isOpened;
                }
            }

            TodayPress {
                visible: self.model.Menu.length > 0
                card: self
                isFlat: true
                text: "⋮"
                Accessible.name: Words.say("menuOf", {name: self.model.Name})
                onClicked: {
                    self.hasForm = false;
                    self.hasMenu = !self.hasMenu;
                }
            }
        }

        TodayMenu {
            visible: self.hasMenu
            card: self
            Layout.fillWidth: true
        }

        Loader {
            active: self.hasForm
            visible: active
            Layout.fillWidth: true
            sourceComponent: TodayForm {
                card: self
            }
        }

        Item {
            id: box

            visible: self.model.Content.kind !== undefined
            // A problem and an age: the source of the content can't be reached.
            opacity: self.model.Lines.length > 1 ? 0.65 : 1
            clip: self.isHigh && !self.isOpened
            Layout.fillWidth: true
            Layout.topMargin: self.margins[0]
            Layout.leftMargin: self.margins[1]
            Layout.bottomMargin: self.margins[2]
            Layout.rightMargin: self.margins[3]

            ColumnLayout {
                id: content

                width: parent.width
                onImplicitHeightChanged: Qt.callLater(self.measure)

                TodayNode {
                    node: self.model.Content
                    card: self
                    path: ""
                    Layout.fillWidth: Today.fillsColumn(node, "fill") || Today.isText(node)
                }
            }
        }

        Text {
            visible: self.model.Placeholder !== ""
            text: self.model.Placeholder
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignLeft
            color: self.theme.secondary
            font.family: self.theme.font.family
            font.pixelSize: self.size(1)
            Layout.fillWidth: true
            Accessible.ignored: !visible
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }

        Repeater {
            model: self.model.Lines.concat(self.refusal ? [{Kind: "refused", Text: self.refusal, Details: ""}] : [])
                .concat(self.answer ? [{Kind: "answer", Text: self.answer, Details: ""}] : [])

            TodayMessage {
                card: self
                message: modelData
                Layout.fillWidth: true
            }
        }
    }
}
