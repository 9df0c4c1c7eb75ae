import DBusTesting
import Glibc
import Testing

@testable import DBus

/// A program that this process starts by any means inherits nothing of a connection.
struct ForkTests {
    /// Returns the kind of a descriptor of this process, with the kernel's number of it.
    private func identity(_ descriptor: CInt) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let count = readlink("/proc/self/fd/\(descriptor)", start, buffer.count)
            return String(decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The descriptors of a child that is started by the C library, which closes none.
    private func inherited() throws -> String {
        let output = try #require(popen("ls -l /proc/self/fd", "r"))
        defer { pclose(output) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, output), count > 0 { text += buffer[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func aChildInheritsNothing() async throws {
        let peers = try await EchoPeers.start()
        let server = try ServerHandle.listen(at: EchoPeers.address)
        let handle = try ConnectionHandle.connect(to: server.address)
        var descriptors: [pollfd] = []
        server.watches.collect(into: &descriptors)
        handle.watches.collect(into: &descriptors)
        server.watches.handle([pollfd(fd: -1, events: 0, revents: Int16(POLLIN))])
        guard let accepted = server.nextArrival() else {
            Issue.record("nobody was accepted")
            return
        }
        accepted.watches.collect(into: &descriptors)
        let sockets = Set(descriptors.map(\.fd).filter { $0 >= 0 }.map(identity))
        #expect(sockets.count == 3 && sockets.allSatisfy { $0.hasPrefix("socket:[") })
        let found = try inherited()
        #expect(found.contains("/proc/"))
        for socket in sockets { #expect(!found.contains(socket), "\(found)") }
        // With which a loop is woken up.
        #expect(!found.contains("[eventfd]"), "\(found)")
        await peers.stop()
    }
}
