internal import DBus

/// The sandbox of a process according to the label of a security module. The kernel recorded the label when the
/// connection was made, so it belongs to the right process even if the process id was reused.
///
/// AppArmor's label consists of the profile and its mode, such as `snap.clock.face (enforce)`; `//&` separates profiles
/// that apply together. Labels of other modules don't identify a sandbox. aa_getcon(2)
enum SecurityLabel: Hashable, Sendable {
    /// It doesn't identify a sandbox.
    case none
    /// It belongs to the snap with this name.
    case snap(String)
    /// It belongs to a sandbox, but doesn't identify its app; with the label.
    case sandbox(String)

    /// The profiles with which Flatpak starts apps.
    private static let sandboxes: Set<String> = ["bwrap", "flatpak", "unpriv_bwrap"]

    init(_ label: [UInt8]?) {
        self = .none
        guard let label else { return }
        let text = String(decoding: label, as: UTF8.self)
        var profiles = text
        if text.utf8.last == UInt8(ascii: ")"), let mode = text.utf8.lastIndex(of: UInt8(ascii: "(")) {
            // A profile without restrictions.
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

    /// Returns the parts between `//&`.
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
    /// Returns the same caller, unless its label contradicts it.
    func checked(with label: SecurityLabel) -> Caller {
        switch (self, label) {
        case (.unidentified, _), (_, .none): self
        case (.unconfined, .snap(let name)): .sandboxed(SandboxedApp(snap: name))
        case (.unconfined, .sandbox(let label)):
            .unidentified("its security label \(label.debugDescription) belongs to a sandbox without an app id")
        case (.sandboxed(let app), .snap(let name)):
            app.sandbox == .snap(name)
                ? self
                : .unidentified("its security label names the snap \(name), but its process belongs to \(app.id)")
        case (.sandboxed, .sandbox): self
        }
    }
}
