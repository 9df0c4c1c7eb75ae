extension Connection {
    /// The reason why a connection ended.
    public enum CloseReason: Hashable, Sendable {
        /// ``Connection/close(drainingFor:)`` was called here, or the last reference to the connection went away.
        case closedHere
        /// The bus or the peer went away, or ended the connection.
        case disconnected
    }
}
