#if Widgets
    import Testing

    @testable import TodayWidgets

    /// Requests to a server that misbehaves.
    struct WebTests {
        private static let limit = 1 << 20

        private static func fetch(
            _ mode: String, timeout: Duration = .seconds(60), headers: [String] = [], _ body: String = "hello"
        ) async throws -> Result<WebAnswer, WebError> {
            let server = try await WebServer.start()
            server.answer(mode)
            server.write(body, to: "forecast.json")
            let result: Result<WebAnswer, WebError>
            do {
                result = .success(
                    try await Web.fetch(
                        server.address + "/x", limit: limit, headers: headers, timeout: timeout, allowsPlain: true))
            } catch { result = .failure(error) }
            try await server.end()
            return result
        }

        private static func kind(_ mode: String, timeout: Duration = .seconds(60)) async throws -> WebError.Kind? {
            if case .failure(let error) = try await fetch(mode, timeout: timeout) { error.kind } else { nil }
        }

        @Test(arguments: ["ok", "gzip", "redirect"]) func aBodyArrives(_ mode: String) async throws {
            let answer = try await Self.fetch(mode).get()
            #expect(answer.status == 200)
            #expect(String(decoding: answer.body, as: UTF8.self) == "hello")
            #expect(answer.headers["expires"] == "Thu, 26 Nov 2026 06:30:00 GMT")
            // That of the redirect doesn't count.
            #expect(answer.headers["location"] == nil)
        }

        @Test func headersAreSent() async throws {
            let answer = try await Self.fetch("renew", headers: ["If-Modified-Since: Thu, 26 Nov 2026 06:00:00 GMT"])
                .get()
            #expect(answer.status == 304)
            #expect(answer.body.isEmpty)
        }

        @Test func failuresHaveKinds() async throws {
            #expect(try await Self.kind("error") == .status(500))
            #expect(try await Self.kind("loop") == .badAddress)
            #expect(try await Self.kind("close") == .unreachable)
            #expect(try await Self.kind("huge") == .tooLarge)
            // 64 MiB that take 64 KiB compressed.
            #expect(try await Self.kind("bomb") == .tooLarge)
            #expect(try await Self.kind("silent", timeout: .milliseconds(200)) == .timedOut)
        }

        @Test func onlyEncryptedAddressesAreAllowed() async throws {
            let server = try await WebServer.start()
            for address in [server.address, "file:///etc/passwd", "", "no address", "ftp://127.0.0.1/"] {
                let error = await #expect(throws: WebError.self) { _ = try await Web.fetch(address, limit: 1000) }
                #expect(error?.kind != .timedOut)
            }
            #expect(server.requests.isEmpty)
            try await server.end()
        }

        @Test func onlyKnownAuthoritiesAreTrusted() async throws {
            let server = try await WebServer.start(isEncrypted: true)
            server.write("hello", to: "forecast.json")
            let address = server.address
            let error = await #expect(throws: WebError.self) {
                _ = try await Web.fetch(address, limit: Self.limit, authorities: nil)
            }
            #expect(error?.kind == .unreachable)
            let host = address.utf8.dropFirst("https://".utf8.count)
            #expect(error?.description == "\(Substring(host)) isn’t trusted: its certificate isn’t valid")
            #expect(server.requests.isEmpty)
            let answer = try await Web.fetch(address, limit: Self.limit, authorities: server.authority)
            #expect(String(decoding: answer.body, as: UTF8.self) == "hello")
            // The authority doesn't vouch for a server of another name.
            let other = "https://localhost:" + String(Substring(host.split(separator: UInt8(ascii: ":"))[1]))
            await #expect(throws: WebError.self) {
                _ = try await Web.fetch(other, limit: Self.limit, authorities: server.authority)
            }
            try await server.end()
        }

        @Test func aCanceledRequestEnds() async throws {
            let server = try await WebServer.start()
            server.answer("silent")
            let address = server.address
            let task = Task {
                try await Web.fetch(address, limit: 1000, timeout: .seconds(600), allowsPlain: true)
            }
            while server.requests.isEmpty { await Task.yield() }
            task.cancel()
            let error = await #expect(throws: WebError.self) { _ = try await task.value }
            #expect(error?.kind == .canceled)
            try await server.end()
        }
    }
#endif
