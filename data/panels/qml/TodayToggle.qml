import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Templates 2.15 as Templates

// A switch behind its label, or a box with a check mark before it. A tap shows the requested value at once, and the widget's
// own value again after the answer.
Templates.AbstractButton {
    id: self

    property var node
    property var card
    property string path
    readonly property bool isOn: card.pending[path] !== undefined ? card.pending[path] : node.value
    readonly property bool isBox: node.kind === "checkbox"

    implicitWidth: Math.ceil(implicitContentWidth)
    implicitHeight: Math.max(implicitContentHeight, 22) + 4
    opacity: enabled ? 1 : 0.5
    text: node.label
    focusPolicy: Qt.StrongFocus
    Accessible.ignored: !visible
    // Makes it a check box for screen readers, whatever its role.
    checkable: true
    checked: isOn
    Accessible.onToggleAction: clicked()
    Accessible.name: node.name || text
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()
    onClicked: {
        if (node.tap && card.pending[path] === undefined)
            card.toggle(path, !node.value, node.tap);
        // The widget decides about the value after a press.
        checked = Qt.binding(function () { return self.isOn; });
    }

    contentItem: RowLayout {
        spacing: 8

        Rectangle {
            visible: self.isBox
            implicitWidth: 18
            implicitHeight: 18
            radius: 4
            color: self.isOn ? self.card.theme.accent : "transparent"
            border.width: self.visualFocus ? 2 : self.isOn ? 0 : 1
            border.color: self.visualFocus ? self.card.theme.text : self.card.theme.secondary

            Text {
                visible: self.isOn
                anchors.centerIn: parent
                text: "✓"
                textFormat: Text.PlainText
                color: self.card.theme.accentText
                font.pixelSize: 14
                font.bold: true
                Accessible.ignored: true
            }
        }

        Text {
            text: self.node.label
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignLeft
            color: self.card.theme.text
            font.family: self.card.theme.font.family
            font.pixelSize: self.card.size(1)
            Layout.fillWidth: true
            Accessible.ignored: true
        }

        Rectangle {
            visible: !self.isBox
            implicitWidth: 36
            implicitHeight: 20
            radius: 10
            color: self.isOn ? self.card.theme.accent : self.card.theme.line
            border.width: self.visualFocus ? 2 : 0
            border.color: self.card.theme.text

            Rectangle {
                readonly property bool isAtEnd: self.isOn !== self.card.isMirrored

                x: isAtEnd ? parent.width - width - 2 : 2
                y: 2
                width: 16
                height: 16
                radius: 8
                color: "white"
                border.width: 1
                border.color: self.card.theme.line
            }
        }
    }
}
