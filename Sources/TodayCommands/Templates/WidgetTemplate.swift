internal import TodayModel

/// The Swift package of a new widget.
struct WidgetTemplate {
    /// A file of the package: its path in it, and its text.
    struct File: Equatable { let path, text: String }

    /// What users read, such as `Tea Time`.
    let name: String
    let words: Words
    let identifier: WidgetIdentifier
    /// A folder, or the URL of a Git repository.
    let source: String

    /// - Throws: when no names can be made from `name`.
    init(name: String, identifier: WidgetIdentifier? = nil, source: String) throws {
        self.name = name
        words = try Words(name)
        self.identifier = try identifier ?? WidgetIdentifier("org.example." + words.camel)
        self.source = source
    }

    /// The name of the program: `tea-time-widget`.
    var program: String { words.kebab + "-widget" }

    private var type: String { words.camel + "Widget" }

    var files: [File] {
        [
            File(path: ".gitignore", text: ".build/\n"),
            File(path: "Package.swift", text: package),
            File(path: "Sources/\(type).swift", text: widget),
            File(path: "Tests/\(type)Tests.swift", text: tests),
            File(path: "\(identifier).widget", text: manifest),
        ]
    }

    private var dependency: String {
        let text = source.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return source.contains("://")
            ? #".package(url: "\#(text)", branch: "main")"#
            : #".package(name: "today-center", path: "\#(text)")"#
    }

    private var package: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(words.kebab)",
            dependencies: [
                \(dependency)
            ],
            targets: [
                .executableTarget(
                    name: "\(program)",
                    dependencies: [.product(name: "NotificationCenter", package: "today-center")],
                    path: "Sources"
                ),
                .testTarget(
                    name: "\(type)Tests",
                    dependencies: [
                        "\(program)", .product(name: "NotificationCenter", package: "today-center"),
                        .product(name: "NotificationCenterTesting", package: "today-center"),
                    ],
                    path: "Tests"
                ),
            ]
        )

        """
    }

    private var widget: String {
        """
        import NotificationCenter

        @main
        final class \(type): NCWidgetProviding {
            static let widgetIdentifier: String? = "\(identifier)"

            private var updates = 0

            var content: WidgetContent {
                Column {
                    Text("Hello", style: .headline)
                    Text("Updates: \\(updates)", style: .caption)
                }
            }

            func widgetPerformUpdate() async throws -> NCUpdateResult {
                updates += 1
                return .newData
            }
        }

        """
    }

    private var tests: String {
        """
        import NotificationCenter
        import NotificationCenterTesting
        import Testing

        @testable import \(program.replacing("-", with: "_"))

        @Suite @WidgetActor struct \(type)Tests {
            @Test func anUpdateIsShown() async {
                let driver = WidgetDriver<\(type)>()
                #expect(await driver.update() == .newData)
                #expect(driver.text == "Hello\\nUpdates: 1")
            }
        }

        """
    }

    private var manifest: String {
        """
        [Widget]
        Name=\(name)
        Icon=application-x-executable
        Exec=\(program)
        UpdateInterval=15min
        PreferredHeight=40

        """
    }
}
