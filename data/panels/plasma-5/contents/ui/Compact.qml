import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import "today"
import "today/today.js" as Today
import "today/words.mjs" as Words

// An icon in a panel, with a line of the first widget if the panel has room and the user wants it.
MouseArea {
    id: self

    property var line
    property string name
    property bool isVertical: false
    property bool showsText: false
    readonly property var card: line && line.Cards.length > 0 ? line.Cards[0] : null
    readonly property bool hasTrouble: line !== null && line.Cards.some(function (card) {
        return card.State === "failed" || card.State === "suspended";
    })
    // The cards that ask for attention
    readonly property var marked: line ? line.Cards.filter(function (card) { return card.Attention !== undefined; }) : []
    readonly property bool isUrgent: marked.some(function (card) { return card.Attention === "alert"; })
    property real now: Today.now()

    onCardChanged: tick()

    Layout.minimumWidth: isVertical ? 0 : row.implicitWidth
    Layout.maximumWidth: Layout.minimumWidth > 0 ? Layout.minimumWidth : Number.POSITIVE_INFINITY
    hoverEnabled: true
    LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true
    activeFocusOnTab: true
    Accessible.role: Accessible.Button
    Accessible.name: [label.text ? Words.say("todayLine", {text: label.text}) : self.name, badge.visible ? badge.name : ""]
        .filter(function (text) { return text !== ""; }).join(", ")
    Accessible.onPressAction: clicked(null)
    Keys.onReturnPressed: clicked(null)
    Keys.onSpacePressed: clicked(null)

    function tick() {
        if (!card)
            return;
        now = Today.now();
        ticker.interval = Math.max(Today.interval(Today.restOfAll(card.Content, now)), 500);
    }

    Timer {
        id: ticker

        repeat: true
        running: label.visible && self.card !== null && Today.restOfAll(self.card.Content, self.now) < Infinity
        onRunningChanged: if (running) Qt.callLater(self.tick)
        onTriggered: self.tick()
    }

    Row {
        id: row

        anchors.centerIn: parent
        height: parent.height
        spacing: 4

        Kirigami.Icon {
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(self.height, self.isVertical ? self.width : self.height, 48)
            height: width
            source: "dashboard-show"

            Kirigami.Icon {
                visible: self.hasTrouble
                anchors.right: parent.right
                anchors.bottom: parent.bottom
                width: parent.width / 2
                height: width
                source: "emblem-warning"
            }

            TodayBadge {
                id: badge

                visible: self.marked.length > 0
                anchors.right: parent.right
                anchors.top: parent.top
                color: self.isUrgent ? "#e01b24" : "#1c71d8"
                text: Words.number(self.marked.length)
                name: Words.say(self.isUrgent ? "alertCount" : "attentionCount", {count: text})
                font: Kirigami.Theme.defaultFont
                pixelSize: Math.max(parent.height * 0.3, 8)
            }
        }

        Text {
            id: label

            visible: text !== ""
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, 220)
            text: {
                if (!self.showsText || self.isVertical || !self.card)
                    return "";
                var content = self.card.Content;
                return content.kind && Today.firstLine(content, self.now) || self.card.Name;
            }
            textFormat: Text.PlainText
            elide: Text.ElideRight
            maximumLineCount: 1
            color: Kirigami.Theme.textColor
            font: Kirigami.Theme.defaultFont
            Accessible.ignored: true
        }
    }
}
