extension Connection {
    /// The reason why a connection ended.
    public enum CloseReason: Hashable, Sendable {
        /// This program called ``Connection/close(drainingFor:)``, or released the last reference to the connection.
        case closedHere
        /// The bus or the peer exited, or closed the connection.
        case disconnected
    }
}
