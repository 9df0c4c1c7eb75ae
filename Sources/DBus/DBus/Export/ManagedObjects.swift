internal import CTodayDBus

/// Replies to `GetManagedObjects` that are kept until something in them changes, and their parts, one for each object.
struct ManagedObjects {
    /// The managers that keep their replies, with what is kept.
    private var replies: [ObjectPath: Message?] = [:]
    /// Objects as they stand in a reply.
    private var entries: [ObjectPath: [UInt8]] = [:]

    /// How many objects are kept encoded.
    var count: Int { entries.count }

    func keeps(_ manager: ObjectPath) -> Bool { replies[manager] != nil }

    mutating func keep(_ manager: ObjectPath) { replies[manager] = .some(nil) }

    func reply(of manager: ObjectPath) -> Message? { replies[manager] ?? nil }

    mutating func set(_ reply: Message, of manager: ObjectPath) { replies[manager] = reply }

    func entry(_ path: ObjectPath) -> [UInt8]? { entries[path] }

    mutating func set(_ entry: [UInt8], _ path: ObjectPath) { entries[path] = entry }

    /// Something about an object has changed.
    mutating func forget(_ path: ObjectPath) {
        if replies.isEmpty { return }
        entries[path] = nil
        for manager in replies.keys { replies[manager] = .some(nil) }
    }
}

extension Connection {
    /// Adds `org.freedesktop.DBus.ObjectManager` at a path: it lists the exported objects below.
    ///
    /// - Parameters:
    ///   - path: the object that lists those below it.
    ///   - keepsReplies: `GetManagedObjects` is answered from what was encoded before, so that it costs no more than
    ///     sending it. Each change of a property below has to be told then, by ``propertiesDidChange(_:_:_:)``,
    ///     ``emitPropertiesChanged(_:_:_:)`` or ``propertiesDidChangeQuietly(_:)``. Objects with a property that is
    ///     ``ChangeSignal/silent``, or an owner elsewhere than on the loop's thread, are read each time.
    public func exportObjectManager(at path: ObjectPath, keepsReplies: Bool = false) {
        if isClosed { return }
        objects.makeManager(path)
        if keepsReplies { managed.keep(path) }
    }

    /// Notes that properties of an object have changed of which nobody is told: who asks gets the new values.
    ///
    /// Only objects below a manager that keeps its replies need it; see ``exportObjectManager(at:keepsReplies:)``.
    public func propertiesDidChangeQuietly(_ path: ObjectPath) { managed.forget(path) }

    /// The reply to `GetManagedObjects`.
    func managedObjects(for call: MethodCall) throws -> Message {
        if let kept = managed.reply(of: call.path) { return try kept.copy(to: call) }
        return try managedObjects(objects.objects(below: call.path), for: call)
    }

    /// The reply to `GetManagedObjects` after a visit to all owners that live elsewhere than on the loop's thread.
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
        await told(from: isolations)
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
                    // What could not be read may be there the next time.
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
        // It is sent as a copy too: what is sent is numbered, and may not be changed any more.
        guard isKept else { return reply }
        managed.set(reply, of: call.path)
        return try reply.copy(to: call)
    }
}

extension Message {
    /// The same reply for another call.
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
    /// Where the next entry of a dictionary begins.
    fileprivate var startOfEntry: Int { (buffer.count + 7) & ~7 }

    fileprivate func bytes(from start: Int) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(rebasing: buffer.bytes[start...]))
    }

    /// Writes an entry of a dictionary that was encoded before: what is aligned to 8 bytes is the same everywhere.
    fileprivate mutating func writeEncodedEntry(_ bytes: [UInt8]) {
        buffer.align(to: 8)
        bytes.withUnsafeBytes { buffer.append($0) }
    }
}
