public import DBus

/// What happens to the values of an App Group.
public enum GroupEvent: Hashable, Sendable {
    /// These are all values: at the start, and after a restart of the center.
    case values([String: DBusValue])
    /// Keys have new values, others are gone.
    case changed([String: DBusValue], removed: [String])
    /// The values cannot be told, with the reason as a sentence without its full stop.
    case unavailable(String)
}

extension GroupClient {
    /// The values as they are, then every change, in order and none left out. It ends with the connection, and when the
    /// task that iterates is cancelled.
    ///
    /// - Throws: what ``values()`` throws.
    public func events() async throws -> AsyncStream<GroupEvent> {
        // The bus starts the center if there is none, so that the first owner told below is there.
        _ = try await values()
        let (news, newsIn) = AsyncStream.makeStream(of: News.self)
        let changes = try await connection.subscribe(
            MatchRule(sender: TodayBus.appsName, path: path, interface: TodayBus.group, member: GroupMember.changed)
        ) { signal in
            guard let (changed, removed) = try? signal.arguments(as: [String: DBusValue].self, [String].self)
            else { return }
            newsIn.yield(.event(.changed(changed, removed: removed)))
        }
        let owners = try await connection.watchOwner(of: TodayBus.appsName, finished: { newsIn.finish() }) { owner in
            newsIn.yield(owner == nil ? .event(.unavailable("the center is not running")) : .owner)
        }
        let (events, eventsIn) = AsyncStream.makeStream(of: GroupEvent.self)
        let reading = Task {
            for await item in news {
                switch item {
                case .event(let event): eventsIn.yield(event)
                case .owner:
                    // A change that comes after the reply waits behind it.
                    do { eventsIn.yield(.values(try await values())) } catch {
                        if await !connection.isClosed { eventsIn.yield(.unavailable("\(error)")) }
                    }
                }
            }
            eventsIn.finish()
        }
        eventsIn.onTermination = { [connection] _ in
            reading.cancel()
            Task {
                await connection.cancel(changes)
                await connection.cancel(owners)
            }
        }
        return events
    }

    private enum News: Sendable {
        case event(GroupEvent)
        /// A center has come, which has to be asked before it tells of changes.
        case owner
    }
}
