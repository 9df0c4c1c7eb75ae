import QtQuick 2.15
import QtQuick.Controls 2.15 as Controls
import QtQuick.Window 2.15
import "today.js" as Today

// The Today view. A host gives it the lines that 'todayctl bar --format panel' prints, and runs todayctl for it.
Item {
    id: self

    property TodayTheme theme: TodayTheme {}
    // Called with the arguments for todayctl, and a function that takes what it has said on standard error if it failed, else
    // nothing.
    property var run: function (command, ended) { ended("nothing runs todayctl here"); }
    property bool isMirrored: Qt.application.layoutDirection === Qt.RightToLeft
    // What moves by itself rests in a window that is closed, as a popup that waits to be opened again.
    readonly property bool isSeen: visible && Window.visibility !== Window.Hidden && Window.visibility !== Window.Minimized
    readonly property int pixelSize: probe.fontInfo.pixelSize
    readonly property real contentHeight: column.implicitHeight + 2 * column.y
    property var notices: []
    property string title: "Looking for widgets …"
    property string explanation
    readonly property alias cards: cards

    /** Shows what an object of 'todayctl bar --format panel' tells. */
    function show(line) {
        if (!line)
            return;
        var isAbsent = !line.Available && line.Cards.length === 0;
        // Notices stand above cards.
        notices = isAbsent && cards.count === 0 ? [] : line.Notices;
        // Without a center there is nothing newer to show.
        if (isAbsent && cards.count > 0)
            return;
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

    /** Shows a text beside an item, or nothing if it is empty. */
    function tell(item, text) {
        if (!text && tip.item !== item)
            return;
        tip.item = text ? item : null;
        tip.text = text;
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

        anchors.fill: parent
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        contentWidth: width
        contentHeight: self.contentHeight
        Controls.ScrollBar.vertical: Controls.ScrollBar {
            id: bar

            policy: flickable.contentHeight > flickable.height ? Controls.ScrollBar.AsNeeded : Controls.ScrollBar.AlwaysOff
        }
        // What has the focus is seen.
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

            Repeater {
                model: cards

                TodayCard {
                    width: column.width
                    view: self
                    model: JSON.parse(text)
                }
            }
        }
    }

    Rectangle {
        id: tip

        property Item item
        property string text
        readonly property point place: item ? item.mapToItem(self, 0, item.height + 4) : Qt.point(0, 0)

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
