internal import DBus

/// What the label of a security module says of the sandbox of a process. The kernel has noted it when the connection was
/// made, so it is of the right process whatever its number means by now.
///
/// AppArmor's names the profile and its mode, such as `snap.clock.face (enforce)`; several that count together have `//&`
/// between them. Labels of other modules tell of no sandbox. aa_getcon(2)
enum SecurityLabel: Hashable, Sendable {
    /// It tells of no sandbox.
    case none
    /// It is of the snap with this name.
    case snap(String)
    /// It is of a sandbox, and does not tell which app is in it; with the label.
    case sandbox(String)

    /// The profiles of what Flatpak starts apps with.
    private static let sandboxes: Set<String> = ["bwrap", "flatpak", "unpriv_bwrap"]

    init(_ label: [UInt8]?) {
        self = .none
        guard let label else { return }
        let text = String(decoding: label, as: UTF8.self)
        var profiles = text
        if text.utf8.last == UInt8(ascii: ")"), let mode = text.utf8.lastIndex(of: UInt8(ascii: "(")) {
            // A profile that forbids nothing.
            if text[mode...] == "(unconfined)" { return }
            profiles = String(text[..<mode])
        }
        for profile in Self.parts(of: profiles) {
            let name = profile.split(at: "/").first?.split(at: " ", omittingEmptySubsequences: false).first ?? ""
            if name.utf8.starts(with: "snap.".utf8) {
                let snap = name.split(at: ".", omittingEmptySubsequences: false)[1]
                var isOther = !SnapCgroup.isValid(snap)
                if case .snap(let other) = self, other != snap { isOther = true }
                self = isOther ? .sandbox(text) : .snap(String(snap))
                if isOther { return }
            } else if self == .none, Self.sandboxes.contains(String(name)) {
                self = .sandbox(text)
            }
        }
    }

    /// What stands between each `//&`.
    private static func parts(of text: String) -> [Substring] {
        // `ranges(of:)` would link the library of regular expressions.
        var (parts, start, position) = ([Substring](), text.startIndex, text.startIndex)
        while position < text.endIndex {
            guard text.utf8[position...].starts(with: "//&".utf8) else {
                text.utf8.formIndex(after: &position)
                continue
            }
            parts.append(text[start..<position])
            position = text.utf8.index(position, offsetBy: 3)
            start = position
        }
        return parts + [text[start...]]
    }
}

extension Caller {
    /// The same caller, unless its label says something else.
    func checked(with label: SecurityLabel) -> Caller {
        switch (self, label) {
        case (.unidentified, _), (_, .none): self
        case (.unconfined, .snap(let name)): .sandboxed(SandboxedApp(snap: name))
        case (.unconfined, .sandbox(let label)):
            .unidentified("its security label \(label.debugDescription) is of a sandbox that tells of no app")
        case (.sandboxed(let app), .snap(let name)):
            app.sandbox == .snap(name)
                ? self : .unidentified("its security label is of the snap \(name), and else it is of \(app.id)")
        case (.sandboxed, .sandbox): self
        }
    }
}
