import QtQuick 2.15

Item {
    property var node
    property var card
    property string path
}
