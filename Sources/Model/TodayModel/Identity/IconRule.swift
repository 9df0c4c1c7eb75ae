/// The rule for the `Icon` of a widget: the plain name of an icon in the theme, or the absolute path of a file.
///
/// Panels load the icon, so a sandboxed app may only give a plain name. The rule compares bytes and scalars, never
/// characters, because a combining mark changes those.
package enum IconRule {
    /// Length of a plain name.
    private static let nameBytes = 255
    private static let slash = UInt8(ascii: "/")

    /// Returns why `icon` isn't valid, or nil if it is.
    ///
    /// - Parameters:
    ///   - icon: A value that isn't empty.
    ///   - isSandboxed: Whether the widget's app runs in a sandbox.
    package static func fault(in icon: String, isSandboxed: Bool = false) -> String? {
        let names = "a plain icon name (A-Z a-z 0-9 . _ + -, at most \(nameBytes) bytes)"
        if isPlainName(icon) { return nil }
        if isSandboxed { return "\(icon.excerpt) is not \(names), the only form for a sandboxed app" }
        if !isPath(icon) { return "\(icon.excerpt) isn't \(names) or an absolute path" }
        if let reason = TextRule.faultAsPath(in: icon) { return reason }
        let hasParent = icon.utf8.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
        return hasParent ? "\(icon.excerpt) has the path element .." : nil
    }

    /// Returns whether an icon is the path of a file, rather than a name.
    package static func isPath(_ icon: String) -> Bool { icon.utf8.first == slash }

    private static func isPlainName(_ icon: String) -> Bool {
        1...nameBytes ~= icon.utf8.count && icon.utf8.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
