internal import CTodayDBus

/// Cached replies to `GetManagedObjects`, and their parts, one for each object. A change invalidates them.
struct ManagedObjects {
    /// The managers that cache their replies, with the cached ones.
    private var replies: [ObjectPath: Message?] = [:]
    /// Objects as encoded in a reply.
    private var entries: [ObjectPath: [UInt8]] = [:]

    /// The number of objects that are cached in encoded form.
    var count: Int { entries.count }

    func keeps(_ manager: ObjectPath) -> Bool { replies[manager] != nil }

    mutating func keep(_ manager: ObjectPath) { replies[manager] = .some(nil) }

    func reply(of manager: ObjectPath) -> Message? { replies[manager] ?? nil }

    mutating func set(_ reply: Message, of manager: ObjectPath) { replies[manager] = reply }

    func entry(_ path: ObjectPath) -> [UInt8]? { entries[path] }

    mutating func set(_ entry: [UInt8], _ path: ObjectPath) { entries[path] = entry }

    /// Invalidates the cache of an object that has changed.
    mutating func forget(_ path: ObjectPath) {
        if replies.isEmpty { return }
        entries[path] = nil
        for manager in replies.keys { replies[manager] = .some(nil) }
    }
}

extension Connection {
    /// Exports an object manager at a path: `org.freedesktop.DBus.ObjectManager`. It lists the exported objects below
    /// this path.
    public func exportObjectManager(at path: ObjectPath) { exportObjectManager(at: path, keepsReplies: false) }

    /// Adds `org.freedesktop.DBus.ObjectManager` at a path.
    ///
    /// - Parameters:
    ///   - path: the object that lists those below it.
    ///   - keepsReplies: whether to answer `GetManagedObjects` from cached encodings, which costs only the sending.
    ///     Then report each change of a property below with ``propertiesDidChange(_:_:_:)``,
    ///     ``emitPropertiesChanged(_:_:_:)`` or ``propertiesDidChangeQuietly(_:)``. Objects with a
    ///     ``ChangeSignal/silent`` property, or with an owner outside of the loop's thread, are read each time.
    package func exportObjectManager(at path: ObjectPath, keepsReplies: Bool) {
        if isClosed { return }
        objects.makeManager(path)
        if keepsReplies { managed.keep(path) }
    }

    /// Records that properties of an object have changed, without a signal: later reads get the new values.
    ///
    /// Only objects below a manager that keeps its replies need it; see ``exportObjectManager(at:keepsReplies:)``.
    package func propertiesDidChangeQuietly(_ path: ObjectPath) { managed.forget(path) }

    /// Makes the reply to `GetManagedObjects`.
    func managedObjects(for call: MethodCall) throws -> Message {
        if let kept = managed.reply(of: call.path) { return try kept.copy(to: call) }
        return try managedObjects(objects.objects(below: call.path), for: call)
    }

    /// Makes the reply to `GetManagedObjects` after a visit to all owners that live outside of the loop's thread.
    func managedObjectsAnywhere(for call: MethodCall) async throws -> Message {
        if let kept = managed.reply(of: call.path) { return try kept.copy(to: call) }
        var below = objects.objects(below: call.path)
        let isolations = below.flatMap { $0.interfaces.compactMap(\.isolation) }
        let visited = await visit(
            below.flatMap { object in object.interfaces.map { Question(path: object.path, interface: $0) } })
        var rest = visited[...]
        for index in below.indices {
            let count = below[index].interfaces.count
            below[index].interfaces = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        await waitUntilSent(from: isolations)
        return try managedObjects(below, for: call)
    }

    private func managedObjects(
        _ below: [(path: ObjectPath, interfaces: [any ExportedInterface])], for call: MethodCall
    ) throws -> Message {
        var isKept = managed.keeps(call.path)
        var failures: [ConnectionEvent] = []
        let reply = try Message.make(.methodReturn(to: call), signature: "a{oa{sa{sv}}}") { writer in
            try writer.writeContainer(.array, contents: Signature(unchecked: "{oa{sa{sv}}}")) {
                (list) throws(MarshallingError) in
                for (path, interfaces) in below {
                    if isKept, let entry = managed.entry(path) {
                        list.writeEncodedEntry(entry)
                        continue
                    }
                    let before = (bytes: list.startOfEntry, descriptors: list.descriptors.count)
                    var failed: [ConnectionEvent] = []
                    try list.writeContainer(.entry) { (entry) throws(MarshallingError) in
                        try path.write(to: &entry)
                        failed = try Self.writeInterfaces(interfaces, at: path, to: &entry)
                    }
                    failures += failed
                    // An unreadable property may be readable the next time.
                    if isKept, failed.isEmpty, interfaces.allSatisfy(\.emitsChanges),
                        list.descriptors.count == before.descriptors
                    {
                        managed.set(list.bytes(from: before.bytes), path)
                    } else {
                        isKept = false
                    }
                }
            }
        }
        report(failures)
        // The first reply is sent as a copy too: sending numbers a message, and it can't be modified afterward.
        guard isKept else { return reply }
        managed.set(reply, of: call.path)
        return try reply.copy(to: call)
    }
}

extension Message {
    /// Returns the same reply for another call.
    fileprivate func copy(to call: MethodCall) throws(MarshallingError) -> Message {
        guard let raw = dbus_message_copy(raw) else { throw .noMemory }
        let message = Message(adopting: raw)
        guard dbus_message_set_reply_serial(raw, call.serial) != 0,
            dbus_message_set_destination(raw, call.sender?.rawValue) != 0
        else { throw .noMemory }
        return message
    }
}

extension MessageWriter {
    /// The start of the next dictionary entry.
    fileprivate var startOfEntry: Int { (buffer.count + 7) & ~7 }

    fileprivate func bytes(from start: Int) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(rebasing: buffer.bytes[start...]))
    }

    /// Writes a dictionary entry that was encoded before: an encoding with 8-byte alignment is the same at every
    /// position.
    fileprivate mutating func writeEncodedEntry(_ bytes: [UInt8]) {
        buffer.align(to: 8)
        bytes.withUnsafeBytes { buffer.append($0) }
    }
}
