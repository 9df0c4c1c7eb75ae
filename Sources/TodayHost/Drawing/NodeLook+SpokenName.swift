extension NodeLook {
    /// What a control is called when nothing can be read on it: by what its widget says of it, else by what it does.
    package var nameOfLastResort: String {
        for text in [accessibleLabel, tooltip] { if let text, !text.isEmpty { return text } }
        switch kind {
        case .button(_, let icon?, _), .image(.icon(let icon), _, _, _): return icon
        default: break
        }
        return switch tap {
        case .action(let action, _): action
        case .url(let url): url
        case nil: "Control"
        }
    }
}
