package import DBus
internal import TodayModel

/// The place of a value in a JSON document: names of members and indexes, separated by dots, such as
/// `sensors.0.temperature`.
package struct JSONPath: Hashable, Sendable {
    /// The names and indexes from the top.
    package let steps: [String]

    /// Returns nil if a step is empty.
    package init?(_ text: String) {
        steps = text.split(at: ".", omittingEmptySubsequences: false).map(String.init)
        if steps.contains("") { return nil }
    }

    /// Makes a path from its names and indexes.
    init(steps: [String]) { self.steps = steps }

    /// Returns the value at the path; nil if it is missing.
    package func value(in document: DBusValue) -> DBusValue? {
        steps.reduce(document.unwrapped) { value, step in
            if let elements = value?.elements {
                guard let index = Int(step), elements.indices.contains(index) else { return nil }
                return elements[index].unwrapped
            }
            guard case .dictionary(let entries, _, _)? = value else { return nil }
            return entries.last { $0.key == .string(step) }?.value.unwrapped
        }
    }
}
