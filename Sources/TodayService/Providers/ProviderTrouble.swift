internal import TodayModel

/// Why a provider did not do what it was called for.
package struct ProviderTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// It cannot be started.
        case notStartable
        /// It went before it answered.
        case vanished
        /// It did not answer in time.
        case deadline
        /// It answered with an error.
        case refused
        /// It answered with something else than the contract says.
        case nonsense
        /// It does not have the method.
        case missing
        /// It used more memory than it may.
        case memory
    }

    package let kind: Kind
    /// For people. What the provider says itself is cut and cleaned.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = ForeignText.cleaned(description)
    }
}
