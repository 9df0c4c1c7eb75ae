import DBusTesting
import Foundation
import Testing

@testable import DBus
@testable import DBusCodegen

/// Options in files, as the plugin gives them.
@Suite struct CodegenOptionFilesTests {
    private static func options(_ lines: String, _ option: String = "--options") throws -> CodegenOptions? {
        let file = URL(filePath: "/tmp/codegen-\(UUID().uuidString).options")
        try lines.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let request: CommandLineArguments.Request
        do { request = try CommandLineArguments([option, file.path, "x.xml"]).request } catch {
            throw CodegenError(error.description.replacing(file.path, with: "FILE"))
        }
        guard case .generate(let options, _, _) = request else { return nil }
        return options
    }

    @Test func eachLineIsAnOption() throws {
        let lines = """
            # What is called.
            --client
              --service\u{9}
            \r
            --destination org.example.Home1
            --struct a.b.C.d=Point(x, y: Z(a))
            --struct=a.b.C.e=Line( from, to )
            --name \u{9} a.b.C=thing\r
            #--access=public
            --async=a.b.D
            """
        let options = try #require(try Self.options(lines))
        #expect(options.client && options.service && options.access == .internal)
        #expect(options.destination == "org.example.Home1" && options.names == ["a.b.C": "thing"])
        #expect(options.structs == ["a.b.C.d": "Point(x, y: Z(a))", "a.b.C.e": "Line( from, to )"])
        #expect(options.asynchronous == ["a.b.D"])
        #expect(options.mentions.map(\.option) == ["--struct", "--struct", "--name", "--async"])
    }

    /// They are for other documents, too, and need not be of use for this one.
    @Test func sharedOptionsMayNameWhatIsElsewhere() throws {
        let lines = "--main-actor\n--destination=a.b\n--async a.b.Other\n"
        let options = try #require(try Self.options(lines, "--shared-options"))
        #expect(options.mentions.isEmpty && options.asynchronous == ["a.b.Other"] && options.client)
        let error = #expect(throws: CodegenError.self) { try Self.options(lines) }
        #expect(error?.description == "--main-actor needs --service")
    }

    @Test(arguments: [
        ("--client\n\n--foo=1", "FILE: line 3: \"--foo\" can't be used in a file of options"),
        ("--service yes", "FILE: line 1: --service can't have a value"),
        ("--prefix\norg.kde", "FILE: line 1: --prefix needs a value, on the same line"),
        ("--prefix=  ", "FILE: line 1: --prefix needs a value, on the same line"),
        ("--name=x", "FILE: line 1: --name must be ELEMENT=VALUE, not \"x\""),
        ("-o x.swift", "FILE: line 1: \"-o\" can't be used in a file of options"),
        ("other.xml", "FILE: line 1: \"other.xml\" can't be used in a file of options"),
        ("--options=x", "FILE: line 1: \"--options\" can't be used in a file of options"),
    ])
    func theLineThatIsWrongIsNamed(_ lines: String, _ description: String) throws {
        let error = #expect(throws: CodegenError.self) { try Self.options(lines) }
        #expect(error?.description == description)
    }

    @Test func aFileThatIsNotThereIsAnError() throws {
        let error = #expect(throws: CodegenError.self) { try CommandLineArguments(["--options=/nowhere", "x.xml"]) }
        #expect(error?.description == "/nowhere: No such file or directory")
    }

    // MARK: Elements and types

    private static let node = """
        <node><interface name='a.b.C'>
          <method name='M'><arg type='u'/><arg name='x' type='u' direction='out'/>
            <arg type='au' direction='out'/></method>
          <property name='P' type='a{uau}' access='read'/>
          <signal name='S'><arg type='(uu)'/></signal>
        </interface></node>
        """

    private static func source(_ arguments: String...) throws -> String {
        guard case .generate(let options, _, _) = try CommandLineArguments(arguments + ["x.xml"]).request else {
            return ""
        }
        return try Codegen.source(for: [IntrospectedNode(xml: node)], options)
    }

    @Test func everyElementCanBeMeant() throws {
        let elements = ["", ".M", ".M.argument0", ".M.x", ".M.result1", ".P", ".S", ".S.argument0"].map { "a.b.C" + $0 }
        for element in elements { _ = try Self.source("--name", element + "=y") }
        for element in ["a.b", "a.b.C.", "a.b.C.m", "a.b.C.M.x.y", "a.b.C.M.argument1"] {
            let error = #expect(throws: CodegenError.self) { try Self.source("--name", element + "=y") }
            #expect(error?.description == "--name: unknown element \(element)")
        }
    }

    @Test func aTypeThatIsDeclaredElsewhereIsUsed() throws {
        let source = try Self.source(
            "--service", "--client", "--properties", "--type=a.b.C.M.argument0=State", "--type",
            "a.b.C.M.result1=[State]",
            "--type", "a.b.C.P=[Kind : [Home.State]]", "--type=a.b.C.S.argument0=Range")
        #expect(source.contains("func m(_ argument0: State) async throws -> (x: UInt32, result1: [State]) {"))
        #expect(source.contains("var p: [Kind: [Home.State]] { get throws }"))
        #expect(source.contains("var p: [Kind: [Home.State]]?"))
        #expect(source.contains("SignalDescription(name, \"S\", [\"argument0\"], as: Range.self)"))
    }

    @Test(arguments: ["", "1", "[A]", "A<B>", "A.", ".A", "A B:", "{", "[A:B", "[A: B]]", "[[A]: B]", "_", "é", "A?"])
    func aTypeIsWrittenSo(_ type: String) throws {
        #expect(throws: CodegenError.self) { try DeclaredType.source(type, for: "a{uu}") }
    }

    @Test func oneTypeIsEnough() throws {
        let error = #expect(throws: CodegenError.self) {
            try Self.source("--type=a.b.C.S.argument0=Range", "--struct=a.b.C.S.argument0=Range(a, b)")
        }
        #expect(
            error?.description
                == "a.b.C.S.argument0: it has a type, so it can't have struct names")
    }
}
