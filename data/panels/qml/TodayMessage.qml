import QtQuick 2.15
import QtQuick.Layouts 1.15
import "words.mjs" as Words

// A line about a problem, the age of content, or an answer.
ColumnLayout {
    id: self

    property var card
    // An element of `Lines` in a panel line.
    property var message
    property bool hasDetails: false
    readonly property bool isTrouble: ["stale", "starting", "answer"].indexOf(message.Kind) < 0

    spacing: 2

    RowLayout {
        spacing: 6
        Layout.fillWidth: true

        TodayIcon {
            visible: self.isTrouble
            theme: self.card.theme
            name: "dialog-warning"
            size: self.card.size(1.15)
        }

        Text {
            text: self.message.Text
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignLeft
            color: self.isTrouble ? self.card.theme.text : self.card.theme.secondary
            font.family: self.card.theme.font.family
            font.pixelSize: self.card.size(0.9)
            Layout.fillWidth: true
            Accessible.ignored: !visible
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }

        TodayPress {
            visible: self.message.Retry !== undefined
            card: self.card
            text: visible ? self.message.Retry.Label : ""
            onClicked: self.card.run(self.message.Retry.Command)
        }

        TodayPress {
            visible: self.message.Kind === "answer"
            card: self.card
            text: Words.say("close")
            onClicked: self.card.answer = ""
        }
    }

    TodayPress {
        visible: self.message.Details !== ""
        card: self.card
        style: "link"
        text: Words.say(self.hasDetails ? "hideDetails" : "details")
        onClicked: self.hasDetails = !self.hasDetails
    }

    Text {
        visible: self.hasDetails
        text: self.message.Details
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        horizontalAlignment: Text.AlignLeft
        color: self.card.theme.secondary
        font.family: self.card.theme.font.family
        font.pixelSize: self.card.size(0.85)
        Layout.fillWidth: true
        Accessible.ignored: !visible
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
}
