/// The place of a value in a JSON document: names of members and indexes, separated by dots, such as
/// `sensors.0.temperature`.
package struct JSONPath: Hashable, Sendable {
    /// The names and indexes from the top.
    package let steps: [String]

    /// Returns nil if a step is empty.
    package init?(_ text: String) {
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if steps.contains("") { return nil }
    }
}
