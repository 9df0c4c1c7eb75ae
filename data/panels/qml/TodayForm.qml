import QtQuick 2.15
import QtQuick.Layouts 1.15
import "words.mjs" as Words

// The settings of a widget. The form sends nothing before the user is done.
ColumnLayout {
    id: self

    property var card
    // The settings when the form opened. Later changes don't replace what the user types.
    property var fields: []
    property var values: ({})
    property string problem

    Component.onCompleted: fields = card.model.Settings

    function value(field) { return values[field.Key] !== undefined ? values[field.Key] : field.Value; }
    function set(field, text) { values = card.changed(values, field.Key, text); }
    function send(rest) {
        card.run(["settings"].concat(rest), function (text) {
            if (!self)
                return;
            problem = text;
            if (!text)
                card.hasForm = false;
        });
    }

    spacing: card.size(0.5)

    Repeater {
        model: self.fields

        ColumnLayout {
            id: row

            readonly property var field: modelData

            spacing: 3
            Layout.fillWidth: true

            TodayToggle {
                visible: row.field.Type === "boolean"
                card: ({theme: self.card.theme, size: self.card.size, isMirrored: self.card.isMirrored, pending: {},
                    toggle: function () { self.set(row.field, self.value(row.field) === "true" ? "false" : "true"); }})
                node: ({label: row.field.Name, value: self.value(row.field) === "true", tap: []})
                path: ""
                Layout.fillWidth: true
            }

            Text {
                visible: row.field.Type !== "boolean"
                text: row.field.Name
                textFormat: Text.PlainText
                wrapMode: Text.Wrap
                horizontalAlignment: Text.AlignLeft
                color: self.card.theme.text
                font.family: self.card.theme.font.family
                font.pixelSize: self.card.size(0.9)
                Layout.fillWidth: true
                Accessible.ignored: !visible
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }

            TodayField {
                visible: row.field.Type !== "boolean" && row.field.Choices.length === 0
                card: self.card
                name: row.field.Name
                text: row.field.Value
                placeholder: row.field.Placeholder
                onEdited: self.set(row.field, text)
                onAccepted: save.clicked()
                Layout.fillWidth: true
            }

            Flow {
                visible: row.field.Choices.length > 0
                spacing: 4
                Layout.fillWidth: true

                Repeater {
                    model: row.field.Choices

                    TodayPress {
                        card: self.card
                        text: modelData.Name
                        style: checked ? "prominent" : "normal"
                        checked: self.value(row.field) === modelData.Value
                        Accessible.role: Accessible.RadioButton
                        Accessible.checkable: true
                        Accessible.checked: checked
                        onClicked: self.set(row.field, modelData.Value)
                    }
                }
            }

            Text {
                visible: row.field.Details !== ""
                text: row.field.Details
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
    }

    TodayMessage {
        visible: self.problem !== ""
        card: self.card
        message: ({Kind: "refused", Text: self.problem, Details: ""})
        Layout.fillWidth: true
    }

    Flow {
        spacing: 4
        Layout.fillWidth: true

        TodayPress {
            id: save

            card: self.card
            style: "prominent"
            text: Words.say("save")
            onClicked: {
                var set = [];
                self.fields.forEach(function (field) {
                    if (self.value(field) !== field.Value)
                        set.push(field.Key + "=" + self.value(field));
                });
                if (set.length)
                    self.send(["--", self.card.model.Identifier].concat(set));
                else
                    self.card.hasForm = false;
            }
        }

        TodayPress {
            card: self.card
            text: Words.say("cancel")
            onClicked: self.card.hasForm = false
        }

        TodayPress {
            card: self.card
            text: Words.say("defaults")
            onClicked: self.send(["--reset-all", "--", self.card.model.Identifier])
        }
    }
}
