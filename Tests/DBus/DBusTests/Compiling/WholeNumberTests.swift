import Testing

/// A whole number without a type isn't a `Double`: it doesn't compile, and the compiler suggests a fix.
@Suite struct WholeNumberTests {
    private static let untyped = [
        #"try await proxy.call("Add", 5)"#,
        #"let sum: Int32 = try await proxy.call("Add", 5); _ = sum"#,
        #"let (a, b): (Int32, String) = try await proxy.call("Add", "x", 5); _ = (a, b)"#,
        #"_ = try await proxy.call("Add", 5) == Int32(10)"#,
        #"_ = (try? await proxy.call("Add", 5)) ?? Int32(3)"#,
        #"async let sum: Int32 = proxy.call("Add", 5); _ = try await sum"#,
        #"try await proxy.call("Add", -5)"#,
        #"try await proxy.call("Add", 2 * 2)"#,
        #"try await proxy.call("Add", [5])"#,
        #"try await proxy.call("Add", ["a": 5])"#,
        #"try await proxy.call("Add", [5: "a"])"#,
        #"try await proxy.call("Add", Struct(5, "a"))"#,
        #"let number = 5; try await proxy.call("Add", number)"#,
        #"try await proxy.callWithoutReply("Add", 5)"#,
        #"try await proxy.set("Count", to: 5)"#,
        #"try await bus.call(remote, "Add", 5)"#,
        #"let sum: Int32 = try await bus.call(remote, "Add", 5); _ = sum"#,
        #"let (a, b): (Int32, String) = try await bus.call(remote, "Add", 5); _ = (a, b)"#,
        #"try bus.callWithoutReply(remote, "Add", 5)"#,
        #"try bus.emit("/", "org.example.Counter", "Overflow", 5)"#,
        #"_ = try DBusValue(encoding: 5)"#,
        #"_ = try Signal(sender: nil, path: "/", interface: "org.example.Counter", member: "Overflow", arguments: 5)"#,
        #"_ = Interface<Counter>("org.example.Counter") { Method("Two") { (_: isolated Counter) in 2 } }"#,
        #"_ = Interface<Counter>("org.example.Counter") { Property("Two") { (_: isolated Counter) in 2 } }"#,
        #"let count: Int = try await proxy.get("Count"); _ = count"#,
    ]

    @Test func withoutATypeItIsAnError() async throws {
        let source = try await CompiledSource(Self.untyped, besides: "actor Counter {}")
        for (number, statement) in Self.untyped.enumerated() {
            let error = try #require(source.error(of: number), "\(statement) compiles; \(source.diagnostics)")
            #expect(error.hasPrefix("error: conformance of 'Int' to 'DBus"), "\(statement): \(error)")
            #expect(
                error.hasSuffix(
                    "is unavailable: D-Bus has no Int: give a whole number its type, such as Int32(5) for an i"),
                "\(statement): \(error)")
        }
    }

    @Test func asAValueOfAnyTypeItIsAnError() async throws {
        let source = try await CompiledSource([
            #"let value: DBusValue = 5; _ = value"#, #"try await proxy.call("Set", ["a": 5] as [String: DBusValue])"#,
        ])
        for number in 0...1 {
            #expect(
                source.error(of: number)
                    == "error: 'init(integerLiteral:)' is unavailable: "
                    + "give a whole number its type, such as .int32(5) for an i")
        }
    }

    @Test func asARawValueItIsAnError() async throws {
        let source = try await CompiledSource(
            [
                "enum Level: Int, DBusType { case low }", "enum Level: Int, DBusBasicType { case low }",
                "enum Level: Int, DBusFixedType { case low }", "enum Level: Int32, DBusType { case low }",
            ])
        for number in 0...2 {
            let said = source.diagnostics.split(separator: "\n").filter { $0.contains("source.swift:\(number + 2):") }
            #expect(
                said.contains { $0.hasSuffix("D-Bus has no Int: give the raw value a type, such as Int32") },
                "\(number): \(source.diagnostics)")
        }
        #expect(source.error(of: 3) == nil, "\(source.diagnostics)")
    }

    @Test func withATypeItIsGood() async throws {
        let source = try await CompiledSource(
            [
                #"try await proxy.call("Add", Int32(5), 5.0, 2 * 2.5, -0.5, [0.5], ["a": UInt8(5)], Int64(2) * 2)"#,
                #"let sum: Int32 = try await proxy.call("Add", 5 as Int32); _ = sum + 5"#,
                #"let (a, b): (Int32, String) = try await proxy.call("Add", Struct(Int32(5), 5.0)); _ = (a, b)"#,
                #"let number: UInt32 = 5; try await proxy.set("Count", to: number)"#,
                #"try await bus.emit(overflow, at: "/", 5)"#,
                #"let value: DBusValue = 5.0; try await proxy.call("Set", value, ["a": .int32(5), "b": "c"] as [String: DBusValue])"#,
                #"try await pass(Int32(5), proxy)"#,
            ],
            besides: """
                let overflow = SignalDescription("org.example.Counter", "Overflow", as: Int32.self)
                func pass<Value: DBusType>(_ value: Value, _ proxy: Proxy) async throws {
                    try await proxy.call("Add", value, [value], ["a": value], Struct(value, value))
                }
                """)
        #expect(source.isGood, "\(source.diagnostics)")
        #expect(source.diagnostics.isEmpty)
    }
}

/// The compiler names the missing part.
@Suite struct AwaitTests {
    @Test func aSignalFromAnAsyncFunction() async throws {
        let source = try await CompiledSource(
            [
                #"let other = proxy.connection; try other.emit(overflow, at: "/", 5)"#,
                #"let other = proxy.connection; try await other.emit(overflow, at: "/", 5)"#,
            ], besides: #"let overflow = SignalDescription("org.example.Counter", "Overflow", as: Int32.self)"#)
        #expect(source.error(of: 1) == nil, "\(source.diagnostics)")
        #expect(source.error(of: 0) == "error: expression is 'async' but is not marked with 'await'")
    }
}

/// Declarations of DBus don't hide those of Swift.
@Suite struct SwiftNameTests {
    @Test func theErrorsOfCodableAreSwifts() async throws {
        let source = try await CompiledSource([
            #"throw EncodingError.invalidValue(5, EncodingError.Context(codingPath: [], debugDescription: ""))"#,
            #"throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: ""))"#,
        ])
        #expect(source.isGood, "\(source.diagnostics)")
    }
}
