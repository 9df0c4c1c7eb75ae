internal import DBus

/// Identifies the snap of a process by the control group in which snapd placed it.
///
/// The units are `snap.<snap>.<app>-<uuid>.scope` and `snap.<snap>.<service>.service`, and the group of the freezer is
/// `snap.<snap>`; `snap.<quota group>.slice` isn't one of them. A process can't leave its group, and a process that
/// enters such a group by other means only loses permissions. Classic confinement, which allows everything, isn't
/// visible here: such a snap is treated like the others.
enum SnapCgroup {
    /// The largest size of the file, in bytes: it has a line for each hierarchy.
    static let maximumBytes = 64 << 10

    /// The reason why a file doesn't name exactly one snap, although it names something similar.
    struct Malformed: Error, Hashable, Sendable, CustomStringConvertible { let description: String }

    /// Returns the name of the snap in the text of `/proc/<pid>/cgroup`; nil if the process isn't in a snap. cgroups(7)
    static func snap(in text: String) throws(Malformed) -> String? {
        var found: String?
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            // `9:name=systemd:/user.slice/…`
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else {
                throw Malformed(
                    description: "\(String(Substring(line)).debugDescription) isn't a line of /proc/PID/cgroup")
            }
            // snapd doesn't manage the others.
            guard ["", "name=systemd", "freezer"].contains(String(Substring(fields[1]))) else { continue }
            for component in fields[2].split(separator: UInt8(ascii: "/")) {
                guard let name = try name(inUnit: String(Substring(component))) else { continue }
                guard found == nil || found == name else {
                    throw Malformed(description: "it names two snaps, \(found ?? "") and \(name)")
                }
                found = name
            }
        }
        return found
    }

    private static func name(inUnit unit: String) throws(Malformed) -> String? {
        guard unit.utf8.starts(with: "snap.".utf8), !unit.utf8.reversed().starts(with: ".slice".utf8.reversed())
        else { return nil }
        let parts = unit.split(at: ".", omittingEmptySubsequences: false)
        // A component of a snap follows a `+`.
        let name = parts[1].split(at: "+", maxSplits: 1, omittingEmptySubsequences: false)[0]
        guard isValid(name) else { throw Malformed(description: "\(unit.debugDescription) isn't the unit of a snap") }
        return String(name)
    }

    /// Whether a string is a valid name of a snap: `a-z 0-9 -`, optionally `_` and an instance key of `a-z 0-9`.
    static func isValid(_ name: Substring) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "_"), maxSplits: 1, omittingEmptySubsequences: false)
        func isWord(_ byte: UInt8) -> Bool {
            byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        }
        guard let snap = parts.first, !snap.isEmpty, snap.first != UInt8(ascii: "-"),
            snap.allSatisfy({ isWord($0) || $0 == UInt8(ascii: "-") })
        else { return false }
        return parts.count == 1 || !parts[1].isEmpty && parts[1].allSatisfy(isWord)
    }
}
