import QtQuick 2.15
import QtQuick.Layouts 1.15
import "words.mjs" as Words

// The menu of a card, a column of items. The choices of an item are below its items.
ColumnLayout {
    id: self

    property var card
    readonly property var model: card.model
    // The shown items, each with a text and run().
    readonly property var items: visible ? all() : []

    spacing: 0

    function item(text, run) { return {text: text, run: run}; }
    function command(button) { return item(button.Label, function () { card.choose(button); }); }
    function all() {
        var found = model.Open ? [command(model.Open)] : [];
        if (model.Settings.length > 0) {
            found.push(item(Words.say("settings"), function () {
                card.hasMenu = false;
                card.hasForm = true;
            }));
        }
        model.Menu.filter(function (button) { return !isLast(button); }).forEach(function (button) { found.push(command(button)); });
        (model.Choices || []).forEach(function (group) {
            found.push({text: group.Label, isGroup: true, run: function () {
                card.menuChoices = card.menuChoices === group.Label ? "" : group.Label;
            }});
            if (card.menuChoices !== group.Label)
                return;
            group.Items.forEach(function (button) {
                var entry = command(button);
                entry.isChoice = true;
                entry.isChosen = button.Chosen === true;
                found.push(entry);
            });
        });
        return found.concat(model.Menu.filter(isLast).map(command));
    }
    // Remove is the last item, because the same menu can't undo it.
    function isLast(button) { return button.Undo !== undefined; }

    Repeater {
        model: self.items

        TodayPress {
            readonly property bool isOpen: modelData.isGroup === true && self.card.menuChoices === modelData.text

            card: self.card
            isQuiet: true
            text: modelData.text
            checkable: modelData.isChoice === true
            checked: modelData.isChosen === true
            leftPadding: card.size(modelData.isChoice ? 1.8 : 0.5)
            rightPadding: card.size(0.5)
            Layout.fillWidth: true
            Accessible.role: modelData.isChoice ? Accessible.RadioButton : Accessible.MenuItem
            // Models of Qt 5 can't hold functions.
            onClicked: self.items[index].run()

            contentItem: RowLayout {
                spacing: 6

                Text {
                    text: modelData.text
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    horizontalAlignment: Text.AlignLeft
                    color: self.card.theme.text
                    font.family: self.card.theme.font.family
                    font.pixelSize: self.card.size(1)
                    Layout.fillWidth: true
                    Accessible.ignored: true
                }

                Text {
                    visible: text !== ""
                    text: modelData.isGroup ? isOpen ? "▾" : self.card.isMirrored ? "◂" : "▸" : modelData.isChosen ? "✓" : ""
                    textFormat: Text.PlainText
                    color: self.card.theme.secondary
                    font.pixelSize: self.card.size(1)
                    Accessible.ignored: true
                }
            }
        }
    }
}
