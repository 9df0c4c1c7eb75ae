import QtQuick 2.15
import "today.js" as Today

// A field that sends its text on Return. During the call it is read-only. After an error it keeps the text.
TodayField {
    id: self

    property var node
    property string path
    // The initial text. The field shows it unless the user has edited the text.
    property string value
    property bool isSending: false

    function follow() {
        var isEdited = text !== value;
        value = Today.enteredText(node.value);
        if (!isEdited && !isSending)
            text = value;
    }

    readOnly: isSending
    name: node.name || node.label
    placeholder: node.placeholder || node.label
    onNodeChanged: follow()
    onEdited: {
        var allowed = Today.enteredText(text), place = cursorPosition;
        if (allowed === text)
            return;
        text = allowed;
        cursorPosition = Math.min(place, allowed.length);
    }
    onAccepted: {
        if (text === "" || isSending || !node.tap)
            return;
        isSending = true;
        card.run(node.tap.concat(text), function (problem) {
            if (!self)
                return;
            isSending = false;
            if (!problem)
                text = value;
        });
    }
}
