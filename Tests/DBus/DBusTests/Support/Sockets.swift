import Glibc
import Testing

@testable import DBus

/// Calls `body` with the address of a socket file.
func withSocketAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { start in
        start.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Accepts the first client of a listening socket, without holding up a thread that others need: two tests that do are
/// all there are on a machine with two cores.
func acceptedClient(of listener: CInt) async -> CInt {
    let client = Locked<CInt>(-1)
    await eventually("no client comes") {
        var descriptor = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        if poll(&descriptor, 1, 0) == 1 { client.withLock { $0 = accept(listener, nil, nil) } }
        return client.withLock { $0 } >= 0
    }
    return client.withLock { $0 }
}
