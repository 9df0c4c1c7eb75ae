import QtQuick

Item {
    property var source
}
