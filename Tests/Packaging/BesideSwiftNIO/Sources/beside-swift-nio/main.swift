// Each library does some of its work.
import DBus
import NIOPosix
import SystemPackage

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let bus = try await Connection.open(.session)
let names: [String] = try await bus.call(.bus, "ListNames")
let count = try await group.next().submit { names.count }.get()
try await group.shutdownGracefully()
let file = try FileDescriptor.open(FilePath("/dev/null"), .writeOnly)
try file.closeAfter { _ = try file.writeAll("\(count)".utf8) }
print("\(count) names on the bus")
