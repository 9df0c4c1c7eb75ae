/// Foreign text is text in every bar, whatever it looks like.
extension String {
    /// For bars that read Pango markup, and for XML.
    var pangoEscaped: String {
        var text = ""
        for character in self {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.append(character)
            }
        }
        return text
    }

    /// For lemonbar, to which `%%` is a percent sign.
    var lemonbarEscaped: String { replacing("%", with: "%%") }

    /// For polybar, which takes `%{` for a tag and has no escape: an invisible character comes between the two.
    var polybarEscaped: String { replacing("%{", with: "%\u{2060}{") }
}
