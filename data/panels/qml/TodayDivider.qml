import QtQuick 2.15

Item {
    property var node
    property var card
    property string path

    implicitWidth: 1
    implicitHeight: 5
    Accessible.role: Accessible.Separator
    Accessible.name: node.name || ""

    Rectangle {
        anchors.verticalCenter: parent.verticalCenter
        width: parent.width
        height: 1
        color: card.theme.line
    }
}
