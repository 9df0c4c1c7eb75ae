extension Connection {
    /// Sets how many file descriptors a message that is sent may carry: 16 at first, at most 253, which is the kernel's
    /// limit.
    ///
    /// A message with more is refused with ``MarshallingError``. Whoever receives it with libdbus, as the reference bus
    /// does, would end the connection, unless told to take more. So raise it only where the other side has raised its
    /// limit: a peer that uses this module takes 253, one that uses libdbus calls
    /// `dbus_connection_set_max_message_unix_fds`, and a bus has `max_message_unix_fds` in its configuration.
    public func setDescriptorLimit(_ limit: Int) {
        descriptorLimit = min(max(limit, 0), MessageLimits.kernelDescriptors)
    }
}
