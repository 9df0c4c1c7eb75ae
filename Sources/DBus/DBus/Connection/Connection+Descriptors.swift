extension Connection {
    /// Sets the maximum number of file descriptors in a sent message. The default is 16; the kernel's limit is 253.
    ///
    /// A message with more throws ``MarshallingError``. A receiver that uses libdbus, such as the reference bus, closes
    /// the connection when a message exceeds its own limit. So raise this limit only if the other side has raised its
    /// own. A peer that uses this module accepts 253. A peer that uses libdbus calls
    /// `dbus_connection_set_max_message_unix_fds`, and a bus has `max_message_unix_fds` in its configuration.
    public func setDescriptorLimit(_ limit: Int) {
        descriptorLimit = min(max(limit, 0), MessageLimits.kernelDescriptors)
    }
}
