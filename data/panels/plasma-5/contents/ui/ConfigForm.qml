import QtQuick 2.15
import QtQuick.Controls 2.15 as Controls
import QtQuick.Layouts 1.15
import "today/today.js" as Today
import "today/words.mjs" as Words

// The choice of widgets, and of a text in a panel.
ColumnLayout {
    id: self

    // The identifiers of the chosen widgets
    property var chosen: []
    property alias showsText: showText.checked
    // All widgets of the center, and the error if it can't be reached
    property var widgets: []
    property string problem
    // Whether the words have their translations.
    property bool hasWords: false

    function choose(identifier, isChosen) {
        var others = chosen.filter(function (other) { return other !== identifier; });
        chosen = isChosen ? others.concat([identifier]) : others;
    }

    Shell {
        id: shell
    }

    Component.onCompleted: {
        shell.run(["todayctl", "list", "--json"], function (status, output, error) {
            var list = status === 0 ? Today.read(output) : null;
            widgets = list || [];
            problem = list ? "" : Today.failure(error, "");
        });
        // Translations come with a line.
        shell.run(["todayctl", "bar", "--format", "panel", "--once", "--background"], function (status, output) {
            var line = Today.read(output);
            if (line)
                Today.speak(line.Words);
            hasWords = true;
        });
    }

    LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true

    Controls.CheckBox {
        id: showText

        text: self.hasWords ? Words.say("showAsText") : ""
    }

    Controls.Label {
        text: self.hasWords ? Words.say("chooseWidgets") : ""
    }

    Repeater {
        model: self.widgets

        Controls.CheckBox {
            id: box

            // A check box would read its text as a mnemonic, so the text is beside it.
            checked: self.chosen.indexOf(modelData.Identifier) >= 0
            onToggled: self.choose(modelData.Identifier, checked)
            Accessible.name: label.text

            Text {
                id: label

                anchors.left: parent.right
                anchors.leftMargin: 6
                anchors.verticalCenter: parent.verticalCenter
                text: modelData.Name + " (" + modelData.Identifier + ")"
                textFormat: Text.PlainText
                color: palette.windowText
                Accessible.ignored: true

                TapHandler {
                    onTapped: {
                        box.toggle();
                        box.toggled();
                    }
                }
            }
        }
    }

    Controls.Label {
        visible: text !== ""
        text: self.problem
        textFormat: Text.PlainText
    }

    SystemPalette {
        id: palette
    }

    Item {
        Layout.fillHeight: true
    }
}
