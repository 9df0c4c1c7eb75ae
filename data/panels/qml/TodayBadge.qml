import QtQuick 2.15

// The mark of a widget that asks for attention: a count, or a dot.
Rectangle {
    id: self

    property string text
    property string name
    property font font
    property int pixelSize: 12

    implicitWidth: text ? Math.max(Math.ceil(label.implicitWidth) + 10, implicitHeight) : pixelSize * 0.7
    implicitHeight: text ? Math.ceil(label.implicitHeight) + 2 : pixelSize * 0.7
    radius: implicitHeight / 2
    Accessible.role: Accessible.StaticText
    Accessible.name: name
    Accessible.ignored: !visible

    Text {
        id: label

        anchors.centerIn: parent
        text: self.text
        textFormat: Text.PlainText
        color: "white"
        font.family: self.font.family
        font.pixelSize: self.pixelSize
        font.bold: true
        Accessible.ignored: true
    }
}
