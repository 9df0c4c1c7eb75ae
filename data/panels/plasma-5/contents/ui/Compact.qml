import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import "today/today.js" as Today

// An icon in a panel, with a line of the first widget if there is room and somebody wants it.
MouseArea {
    id: self

    property var line
    property bool isVertical: false
    property bool showsText: false
    readonly property var card: line && line.Cards.length > 0 ? line.Cards[0] : null
    readonly property bool hasTrouble: line !== null && line.Cards.some(function (card) {
        return card.State === "failed" || card.State === "suspended";
    })
    property real now: Today.now()

    Layout.minimumWidth: isVertical ? 0 : row.implicitWidth
    Layout.maximumWidth: Layout.minimumWidth > 0 ? Layout.minimumWidth : Number.POSITIVE_INFINITY
    hoverEnabled: true
    activeFocusOnTab: true
    Accessible.role: Accessible.Button
    Accessible.name: label.text ? "Today: " + label.text : "Today"
    Accessible.onPressAction: clicked(null)
    Keys.onReturnPressed: clicked(null)
    Keys.onSpacePressed: clicked(null)

    Timer {
        interval: 500
        repeat: true
        running: label.visible && self.card !== null && Today.anyTicks(self.card.Content, self.now)
        onTriggered: self.now = Today.now()
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
