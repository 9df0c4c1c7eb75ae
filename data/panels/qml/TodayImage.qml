import QtQuick 2.15

// An icon of the theme, or a picture in the content. The description replaces an invalid picture.
Item {
    id: self

    property var node
    property var card
    property string path
    readonly property bool isIcon: node.icon !== undefined
    readonly property real iconSize: Math.min(node.width !== undefined ? node.width : node.height !== undefined ? node.height : 24,
        node.height !== undefined ? node.height : 4096)
    readonly property real scaling: {
        var wide = picture.implicitWidth, high = picture.implicitHeight;
        if (!wide || !high)
            return 1;
        var bounds = [node.width !== undefined ? node.width / wide : Infinity, node.height !== undefined ? node.height / high : Infinity];
        var scale = Math.min(bounds[0], bounds[1]);
        return isFinite(scale) ? scale : 1;
    }

    implicitWidth: isIcon ? iconSize : picture.isBroken ? words.implicitWidth : picture.implicitWidth * scaling
    implicitHeight: isIcon ? iconSize : picture.isBroken ? words.implicitHeight
        : picture.implicitHeight * Math.min(scaling, picture.implicitWidth ? width / picture.implicitWidth : scaling)
    Accessible.role: Accessible.Graphic
    Accessible.name: node.name || ""
    Accessible.ignored: !node.name

    TodayIcon {
        visible: self.isIcon
        anchors.centerIn: parent
        theme: self.card.theme
        name: self.node.icon || ""
        size: self.iconSize
    }

    Image {
        id: picture

        readonly property bool isBroken: status === Image.Error

        visible: !self.isIcon && !isBroken
        anchors.fill: parent
        asynchronous: true
        fillMode: Image.PreserveAspectFit
        source: self.node.data ? "data:" + self.node.type + ";base64," + self.node.data : ""
    }

    Text {
        id: words

        visible: picture.isBroken
        anchors.fill: parent
        text: self.node.description || ""
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        color: self.card.theme.secondary
        font.family: self.card.theme.font.family
        font.pixelSize: self.card.size(1)
        Accessible.ignored: true
    }
}
