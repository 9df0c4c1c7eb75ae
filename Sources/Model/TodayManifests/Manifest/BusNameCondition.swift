internal import DBus
package import TodayModel

/// One name of the key `TryBusName`: the widget exists while such a name is owned or activatable.
package struct BusNameCondition: Hashable, Sendable {
    /// The bus that has the name.
    package enum Bus: String, CaseIterable, Sendable { case session, system }

    package let bus: Bus
    /// The name, or the name above all matching ones.
    package let name: String
    /// Whether it stands for all names that begin with ``name`` and a dot.
    package let isNamespace: Bool

    /// Reads `NAME`, `session:NAME` or `system:NAME`; `NAME` may end in `.*`.
    ///
    /// - Throws: A fault without a path.
    package init(_ text: String) throws(Fault) {
        let bytes = text.utf8
        var rest = text
        var bus = Bus.session
        for word in Bus.allCases where bytes.starts(with: (word.rawValue + ":").utf8) {
            bus = word
            rest = String(Substring(bytes.dropFirst(word.rawValue.utf8.count + 1)))
        }
        isNamespace = rest.utf8.suffix(2).elementsEqual(".*".utf8)
        name = isNamespace ? String(Substring(rest.utf8.dropLast(2))) : rest
        self.bus = bus
        // A namespace may have one element only, such as `com`.
        if let reason = BusName.fault(in: isNamespace ? name + ".a" : name) {
            throw Fault(message: "\(text.excerpt) is not a valid bus name: \(reason)")
        }
        if name.utf8.first == UInt8(ascii: ":") {
            throw Fault(message: "\(text.excerpt) is a unique name, which no program can keep")
        }
    }

    /// Whether it stands for a name on its bus.
    package func matches(_ other: String) -> Bool {
        if !isNamespace { return other.utf8.elementsEqual(name.utf8) }
        return other.utf8.starts(with: (name + ".").utf8)
    }
}

extension BusNameCondition: CustomStringConvertible {
    package var description: String { "\(bus.rawValue):\(name)\(isNamespace ? ".*" : "")" }
}
