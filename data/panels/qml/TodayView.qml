import QtQuick 2.15
import QtQuick.Controls 2.15 as Controls
import QtQuick.Layouts 1.15
import QtQuick.Window 2.15
import "rows.mjs" as Rows
import "today.js" as Today
import "words.mjs" as Words

// The Today view. A host gives it the lines that 'todayctl bar --format panel' prints, and runs todayctl for it.
Item {
    id: self

    property TodayTheme theme: TodayTheme {}
    // Runs todayctl with arguments. Then it calls a function with the text on standard error, empty after a success, and the
    // output.
    property var run: function (command, ended) { ended("todayctl isn’t available"); }
    property bool isMirrored: Qt.application.layoutDirection === Qt.RightToLeft
    // Animations stop in a closed window, such as a popup that will open again.
    readonly property bool isSeen: visible && Window.visibility !== Window.Hidden && Window.visibility !== Window.Minimized
    readonly property int pixelSize: probe.fontInfo.pixelSize
    readonly property real contentHeight: column.implicitHeight + 2 * column.y
    property var notices: []
    property string title: Words.say("connecting")
    property string explanation
    readonly property alias cards: cards
    // The positions of the cards by index: row, column and width (1 or 2).
    property var places: []
    readonly property bool hasTwoColumns: column.width >= 20 * pixelSize

    /** Shows an object from 'todayctl bar --format panel'. */
    function show(line) {
        if (!line)
            return;
        // A line that a host made has no version, and no words.
        if (line.Version !== undefined)
            Today.speak(line.Words);
        var isAbsent = !line.Available && line.Cards.length === 0;
        // Notices are above cards.
        notices = isAbsent && cards.count === 0 ? [] : line.Notices;
        // Without a center, the cards stay unchanged.
        if (isAbsent && cards.count > 0)
            return;
        var small = line.Cards.filter(function (card) { return card.Small === true; })
            .map(function (card) { return card.Identifier; });
        places = Rows.rows(line.Cards.map(function (card) { return card.Identifier; }),
            function (identifier) { return small.indexOf(identifier) >= 0; });
        title = line.Title;
        explanation = line.Explanation;
        line.Cards.forEach(function (card, index) {
            var at = index, text = JSON.stringify(card);
            while (at < cards.count && cards.get(at).key !== card.Identifier)
                at += 1;
            if (at === cards.count) {
                cards.insert(index, {key: card.Identifier, text: text});
                return;
            }
            if (at !== index)
                cards.move(at, index, 1);
            if (cards.get(index).text !== text)
                cards.setProperty(index, "text", text);
        });
        if (cards.count > line.Cards.length)
            cards.remove(line.Cards.length, cards.count - line.Cards.length);
    }

    /** Shows a tooltip beside an item, or hides it if the text is empty. `x` is its position in the item, by default 0. */
    function showTooltip(item, text, x) {
        if (!text && tip.item !== item)
            return;
        tip.offset = x || 0;
        tip.item = text ? item : null;
        tip.text = text;
    }

    /** Puts a text on the clipboard. */
    function copy(text) {
        clipboard.text = text.replace(/\n+$/, "");
        clipboard.selectAll();
        clipboard.copy();
        clipboard.text = "";
    }

    /** Offers to undo something for a while. `undo` has a text, and the label and the command of a button. */
    function offerUndo(undo) {
        undoing.undo = undo;
        undoing.problem = "";
        undoTime.restart();
    }

    LayoutMirroring.enabled: isMirrored
    LayoutMirroring.childrenInherit: true

    ListModel {
        id: cards
    }

    Text {
        id: probe

        visible: false
        font: self.theme.font
        Accessible.ignored: true
    }

    Flickable {
        id: flickable

        readonly property Item focused: Window.activeFocusItem

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.bottom: undoing.visible ? undoing.top : parent.bottom
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        contentWidth: width
        contentHeight: self.contentHeight
        Controls.ScrollBar.vertical: Controls.ScrollBar {
            id: bar

            policy: flickable.contentHeight > flickable.height ? Controls.ScrollBar.AsNeeded : Controls.ScrollBar.AlwaysOff
        }
        // Scrolls to the focused item.
        onFocusedChanged: {
            for (var item = focused; item && item !== column; item = item.parent)
                continue;
            if (!item)
                return;
            var y = focused.mapToItem(column, 0, 0).y + column.y;
            if (y < contentY)
                contentY = Math.max(y - 8, 0);
            else if (y + focused.height > contentY + height)
                contentY = Math.min(y + focused.height + 8 - height, contentHeight - height);
        }

        Column {
            id: column

            x: 8
            y: 8
            width: parent.width - 16 - (bar.visible ? bar.width : 0)
            spacing: 8

            Repeater {
                model: self.notices

                Text {
                    width: column.width
                    text: modelData
                    textFormat: Text.PlainText
                    wrapMode: Text.Wrap
                    horizontalAlignment: Text.AlignLeft
                    color: self.theme.warning
                    font.family: self.theme.font.family
                    font.pixelSize: self.pixelSize
                    Accessible.ignored: !visible
                    Accessible.role: Accessible.StaticText
                    Accessible.name: text
                }
            }

            Repeater {
                model: cards.count === 0 ? [self.title, self.explanation] : []

                Text {
                    visible: text !== ""
                    width: column.width
                    topPadding: index === 0 ? 24 : 0
                    text: modelData
                    textFormat: Text.PlainText
                    wrapMode: Text.Wrap
                    horizontalAlignment: Text.AlignHCenter
                    color: index === 0 ? self.theme.text : self.theme.secondary
                    font.family: self.theme.font.family
                    font.pixelSize: Math.round(self.pixelSize * (index === 0 ? 1.2 : 1))
                    Accessible.ignored: !visible
                    Accessible.role: Accessible.StaticText
                    Accessible.name: text
                }
            }

            Flow {
                id: flow

                width: column.width
                spacing: 8

                Repeater {
                    id: repeater

                    model: cards

                    TodayCard {
                        id: card

                        readonly property var place: self.places[index] || ({column: 0, width: 2})
                        readonly property bool isHalf: place.width === 1 && self.hasTwoColumns
                        // The card beside it in its row, which has the same height
                        readonly property int other: place.column ? index - 1 : index + 1
                        readonly property Item neighbor: isHalf && other < repeater.count ? repeater.itemAt(other) : null

                        width: isHalf ? Math.floor((column.width - flow.spacing) / 2) : column.width
                        height: Math.max(implicitHeight, neighbor ? neighbor.implicitHeight : 0)
                        isSmall: isHalf
                        view: self
                        model: JSON.parse(text)
                    }
                }
            }
        }
    }

    TextEdit {
        id: clipboard

        visible: false
        Accessible.ignored: true
    }

    Rectangle {
        id: undoing

        property var undo: null
        property string problem
        readonly property var look: ({theme: self.theme, size: function (share) { return Math.round(self.pixelSize * share); }})

        visible: undo !== null
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: 8
        height: undoRow.implicitHeight + 12
        radius: 8
        color: self.theme.hover

        Timer {
            id: undoTime

            interval: 10000
            onTriggered: undoing.undo = null
        }

        RowLayout {
            id: undoRow

            anchors.fill: parent
            anchors.margins: 6
            anchors.leftMargin: self.isMirrored ? 6 : 12
            anchors.rightMargin: self.isMirrored ? 12 : 6

            Text {
                text: undoing.problem || (undoing.undo ? undoing.undo.Text : "")
                textFormat: Text.PlainText
                elide: Text.ElideRight
                horizontalAlignment: Text.AlignLeft
                color: self.theme.text
                font.family: self.theme.font.family
                font.pixelSize: self.pixelSize
                Layout.fillWidth: true
                Accessible.ignored: !visible
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }

            TodayPress {
                visible: undoing.problem === ""
                card: undoing.look
                text: undoing.undo ? undoing.undo.Label : ""
                onClicked: {
                    var undo = undoing.undo;
                    undoing.undo = null;
                    self.run(undo.Command, function (problem) {
                        if (!problem)
                            return;
                        undoing.undo = undo;
                        undoing.problem = Today.failure(problem, "");
                        undoTime.restart();
                    });
                }
            }
        }
    }

    Rectangle {
        id: tip

        property Item item
        property string text
        property real offset: 0
        readonly property point place: item ? item.mapToItem(self, offset, item.height + 4) : Qt.point(0, 0)

        visible: item !== null && !rest.running
        x: Math.max(Math.min(place.x, self.width - width - 8), 8)
        y: Math.min(place.y, self.height - height - 4)
        width: Math.min(words.implicitWidth + 12, self.width - 16)
        height: words.height + 8
        radius: 4
        color: self.theme.background
        border.width: 1
        border.color: self.theme.line
        onItemChanged: rest.restart()

        Timer {
            id: rest
            interval: 700
        }

        Text {
            id: words

            x: 6
            y: 4
            width: parent.width - 12
            text: tip.text
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            color: self.theme.text
            font.family: self.theme.font.family
            font.pixelSize: Math.round(self.pixelSize * 0.9)
            Accessible.ignored: true
        }
    }
}
