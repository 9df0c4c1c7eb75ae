import QtQuick 2.15
import QtQuick.Controls 2.15 as Controls
import "today.js" as Today

// An icon of the theme by its plain name. A letter in a tile replaces a path, a URL or any other name, which is never loaded.
Item {
    id: self

    property var theme
    property string name
    // The letter of the tile; empty without a tile.
    property string letter
    property real size: 16
    readonly property string plainName: Today.isIconName(name) ? name : ""

    implicitWidth: size
    implicitHeight: size

    Loader {
        anchors.fill: parent
        sourceComponent: self.theme.icon || fallback
        onLoaded: {
            item.name = Qt.binding(function () { return self.plainName; });
            item.size = Qt.binding(function () { return self.size; });
        }
    }

    Rectangle {
        visible: self.plainName === "" && self.letter !== ""
        anchors.fill: parent
        radius: self.size / 4
        color: self.theme.hover

        Text {
            anchors.centerIn: parent
            text: self.letter
            textFormat: Text.PlainText
            color: self.theme.text
            font.family: self.theme.font.family
            font.pixelSize: Math.max(Math.round(self.size * 0.65), 1)
            font.bold: true
            Accessible.ignored: true
        }
    }

    Component {
        id: fallback

        // The only public item of Qt that loads icons from the theme.
        Controls.ToolButton {
            property string name
            property real size

            padding: 0
            enabled: true
            focusPolicy: Qt.NoFocus
            hoverEnabled: false
            background: null
            icon.name: name
            icon.width: size
            icon.height: size
            icon.color: "transparent"
            display: Controls.AbstractButton.IconOnly
            Accessible.ignored: true

            MouseArea {
                anchors.fill: parent
                enabled: false
            }
        }
    }
}
