import QtQuick 2.15

// Plain text. Markup has no effect.
Text {
    property var node
    property var card
    property string path

    readonly property string style: node.style || "body"

    text: node.text
    textFormat: Text.PlainText
    wrapMode: Text.Wrap
    maximumLineCount: node.lines > 0 ? node.lines : 1000
    elide: node.lines > 0 ? Text.ElideRight : Text.ElideNone
    horizontalAlignment: ({center: Text.AlignHCenter, trailing: Text.AlignRight, fill: Text.AlignJustify})[node.alignment]
        || Text.AlignLeft
    color: card.theme.role(node.color)
    font.family: style === "monospaced" ? card.theme.monospaced : card.theme.font.family
    font.pixelSize: card.size(({title: 1.5, headline: 1.1, caption: 0.85})[style] || 1)
    font.bold: style === "headline"
    Accessible.role: Accessible.StaticText
    Accessible.name: node.name || text
}
