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
        /// A clause such as `example.org didn't answer in time`.
        let description: String
    }
#endif
