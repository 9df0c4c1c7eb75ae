import QtQuick 2.15

// A field for one line of text.
Rectangle {
    id: self

    property var card
    property alias text: input.text
    property alias readOnly: input.readOnly
    property alias cursorPosition: input.cursorPosition
    property string placeholder
    property string name
    signal edited
    signal accepted

    implicitWidth: 80
    implicitHeight: input.implicitHeight + 10
    radius: 4
    opacity: enabled ? 1 : 0.5
    color: card.theme.background
    border.width: input.activeFocus ? 2 : 1
    border.color: input.activeFocus ? card.theme.accent : card.theme.line

    TextInput {
        id: input

        anchors.fill: parent
        anchors.margins: 5
        clip: true
        activeFocusOnTab: true
        selectByMouse: true
        color: self.card.theme.text
        selectionColor: self.card.theme.accent
        selectedTextColor: self.card.theme.accentText
        font.family: self.card.theme.font.family
        font.pixelSize: self.card.size(1)
        Accessible.role: Accessible.EditableText
        Accessible.name: self.name
        onTextEdited: self.edited()
        onAccepted: self.accepted()
    }

    Text {
        visible: input.text === ""
        anchors.fill: parent
        anchors.margins: 5
        text: self.placeholder
        textFormat: Text.PlainText
        elide: Text.ElideRight
        horizontalAlignment: Text.AlignLeft
        color: self.card.theme.secondary
        font: input.font
        Accessible.ignored: true
    }
}
