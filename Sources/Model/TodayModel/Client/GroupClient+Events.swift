public import DBus

/// What happens to the values of an App Group.
public enum GroupEvent: Hashable, Sendable {
    /// These are all values: at the start, after a restart of the center, and for a reader that has fallen behind.
    case values([String: DBusValue])
    /// Keys have new values, others are gone.
    case changed([String: DBusValue], removed: [String])
    /// The values can't be read, with the reason as a sentence without its full stop.
    case unavailable(String)
}

extension GroupClient {
    /// Returns a sequence of the values as they are, then of every change, in order. It ends with the connection, and when
    /// the task that iterates is cancelled.
    ///
    /// A reader that keeps up gets each change. If 64 events wait for a slow reader, it gets ``GroupEvent/values(_:)`` in
    /// their place.
    ///
    /// - Throws: what ``values()`` throws.
    public func events() async throws -> AsyncStream<GroupEvent> {
        // The bus starts the center if there is none, so `watchOwner` reports an owner.
        _ = try await values()
        let (news, backlog) = Backlog.makeStream(News.add)
        let changes = try await connection.subscribe(
            MatchRule(sender: TodayBus.appsName, path: path, interface: TodayBus.group, member: GroupMember.changed)
        ) { signal in
            guard let (changed, removed) = try? signal.arguments(as: [String: DBusValue].self, [String].self)
            else { return }
            backlog.send(.event(.changed(changed, removed: removed)))
        }
        let owners: Connection.Subscription
        do {
            owners = try await connection.watchOwner(of: TodayBus.appsName, finished: { backlog.finish() }) { owner in
                backlog.send(owner == nil ? .event(.unavailable("the center is not running")) : .mustRead)
            }
        } catch {
            await connection.cancel(changes)
            throw error
        }
        backlog.onTermination { [connection] in
            Task {
                await connection.cancel(changes)
                await connection.cancel(owners)
            }
        }
        return AsyncStream {
            for await item in news {
                switch item {
                case .event(let event): return event
                case .mustRead:
                    // A change that comes after the reply waits behind it.
                    do { return .values(try await values()) } catch is CancellationError { return nil } catch {
                        if await !connection.isClosed { return .unavailable("\(error)") }
                    }
                }
            }
            return nil
        }
    }

    private enum News: Sendable {
        case event(GroupEvent)
        /// All values have to be read: a center has come, which reports changes only to those who asked it, or the reader
        /// has fallen behind.
        case mustRead

        private static let most = 64

        /// Adds an item to those that wait for the reader.
        @Sendable static func add(to waiting: inout [News], _ item: News) {
            switch item {
            case .event(.changed):
                // Who has yet to read gets this change with the values.
                if case .mustRead? = waiting.last { return }
                if waiting.count >= most { waiting = [.mustRead] } else { waiting.append(item) }
            case .event: waiting.count >= most ? waiting = [item] : waiting.append(item)
            case .mustRead: waiting = [item]
            }
        }
    }
}
