#if Widgets
    /// The reason why a request on the web failed.
    struct WebError: Error, Hashable, Sendable, CustomStringConvertible {
        enum Kind: Hashable, Sendable {
            /// The server can't be found or reached, or the connection broke.
            case unreachable
            case timedOut
            /// The answer is larger than the limit.
            case tooLarge
            /// The server answered with this HTTP status, 400 or higher.
            case status(Int)
            /// The address isn't allowed or isn't an address.
            case badAddress
            /// The task was canceled.
            case canceled
        }

        let kind: Kind
        /// A sentence for users without a period, such as `example.org didn’t answer in time`, and technical details below.
        let description: String

        init(_ kind: Kind, _ sentence: String, _ details: String? = nil) {
            self.kind = kind
            description = details.map { sentence + "\n" + $0 } ?? sentence
        }
    }
#endif
