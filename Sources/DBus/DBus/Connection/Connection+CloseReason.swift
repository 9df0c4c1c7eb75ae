extension Connection {
    /// Why a connection ended.
    public enum CloseReason: Hashable, Sendable {
        /// ``Connection/close(drainingFor:)`` was called here, or nobody referred to the connection any more.
        case closedHere
        /// The bus or the peer went away, or ended the connection.
        case disconnected
    }
}
