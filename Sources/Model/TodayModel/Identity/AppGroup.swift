/// The rule for names of App Groups, such as `group.org.example.list`.
///
/// A group's name is also the name of its folder. It consists of one or more elements of `A-Z a-z 0-9 _ -`, separated
/// by dots, and is at most ``Limits/identifierBytes`` long.
package enum AppGroup {
    private static let dot = UInt8(ascii: ".")

    /// Returns why `name` isn't valid, or nil if it is.
    package static func fault(in name: String) -> String? {
        let reason: String
        let bytes = name.utf8
        if bytes.isEmpty {
            reason = "it is empty"
        } else if bytes.count > Limits.identifierBytes {
            reason = "it is longer than \(Limits.identifierBytes) bytes"
        } else if !bytes.allSatisfy(isAllowed) {
            reason = "it has a character outside A-Z a-z 0-9 _ - ."
        } else if bytes.split(separator: dot, omittingEmptySubsequences: false).contains(where: \.isEmpty) {
            reason = "it has an empty element"
        } else {
            return nil
        }
        return "\(name.excerpt) is not a valid App Group: \(reason)"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), dot: true
        default: false
        }
    }
}
