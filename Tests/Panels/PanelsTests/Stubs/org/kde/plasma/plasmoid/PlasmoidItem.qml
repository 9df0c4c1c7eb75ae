import QtQuick

Item {
    property string toolTipMainText
    property string toolTipSubText
    property int switchWidth
    property int switchHeight
    property bool expanded: false
    property Component preferredRepresentation
    property Component compactRepresentation
    property Component fullRepresentation
}
