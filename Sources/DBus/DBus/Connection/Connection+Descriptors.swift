extension Connection {
    /// Sets how many file descriptors a sent message may carry: initially 16, at most 253, the kernel's limit.
    ///
    /// A message with more is refused with ``MarshallingError``. A receiver that uses libdbus, such as the reference
    /// bus, ends the connection when a message exceeds its own limit. So raise this limit only where the other side has
    /// raised its own: a peer that uses this module accepts 253, one that uses libdbus calls
    /// `dbus_connection_set_max_message_unix_fds`, and a bus has `max_message_unix_fds` in its configuration.
    public func setDescriptorLimit(_ limit: Int) {
        descriptorLimit = min(max(limit, 0), MessageLimits.kernelDescriptors)
    }
}
