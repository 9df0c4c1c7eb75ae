import QtQuick 2.15

TodayPress {
    property var node
    property string path

    text: node.label
    iconName: node.icon
    style: node.style
    enabled: node.enabled !== false
    Accessible.name: node.name || text
    onClicked: if (node.tap) card.run(node.tap)
}
