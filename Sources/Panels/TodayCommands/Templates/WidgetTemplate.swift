internal import DBus
internal import TodayModel

/// The Swift package of a new widget.
struct WidgetTemplate {
    /// A file of the package: its path in the package, and its text.
    struct File: Equatable { let path, text: String }

    /// The name for users, such as `Tea Time`.
    let name: String
    let words: Words
    let identifier: WidgetIdentifier
    /// A folder, or the URL of a Git repository.
    let source: String

    /// - Throws: an error if no names can be made from `name`.
    init(name: String, identifier: WidgetIdentifier? = nil, source: String) throws {
        self.name = name
        words = try Words(name)
        self.identifier = try identifier ?? WidgetIdentifier(widget: "org.example." + words.camel)
        self.source = source
    }

    /// The name of the program: `tea-time-widget`.
    var program: String { words.kebab + "-widget" }

    private var type: String { words.camel + "Widget" }

    var files: [File] {
        [
            File(path: ".gitignore", text: ".build/\n"),
            File(path: "Package.swift", text: package),
            File(path: "README.md", text: readme),
            File(path: "Sources/\(type).swift", text: widget),
            File(path: "Tests/\(type)Tests.swift", text: tests),
            File(path: "\(identifier).widget", text: manifest),
        ]
    }

    private var dependency: String {
        let text = source.escaping { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
        return source.contains("://")
            ? #".package(url: "\#(text)", exact: "\#(TodayVersion.string)")"#
            : #".package(name: "today-center", path: "\#(text)")"#
    }

    private var package: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        // Made for Today Center \(TodayVersion.string).
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

    /// The instructions to try the widget and to add it to Today.
    private var readme: String {
        """
        # \(name)

        A widget for Today, made for Today Center \(TodayVersion.string). It needs Swift 6.2 and, on
        Debian, `libdbus-1-dev`, `pkg-config` and `dbus-daemon`.

        ## Try it

        ```sh
        swift test
        swift run \(program) --print
        ```

        Its content is `content` in [`\(type).swift`](Sources/\(type).swift).
        \(documentation)

        ## Add it to Today

        Install it for your user; you don't need root:

        ```sh
        swift build -c release --static-swift-stdlib
        install -D -t "$HOME/.local/bin" .build/release/\(program)
        mkdir -p "$HOME/.local/share/todaycenter/widgets"
        sed "s|^Exec=|Exec=$HOME/.local/bin/|" \(identifier).widget \\
            >"$HOME/.local/share/todaycenter/widgets/\(identifier).widget"
        ```

        The center finds the manifest at once, and every panel shows the widget:

        ```sh
        todayctl today --once
        ```

        To uninstall it, remove the two files from `~/.local`.

        """
    }

    /// The sentence about further reading.
    private var documentation: String {
        let folder = "Sources/Apps/NotificationCenter/NotificationCenter.docc"
        if source.contains("://") {
            return """
                `BuildUsedSpace.md` in `\(folder)` of
                <\(source)> builds a whole widget, step by step;
                `NotificationCenter.md` there lists all elements and the rest of the library.
                """
        }
        return """
            [Build Used Space](<\(source)/\(folder)/BuildUsedSpace.md>)
            builds a whole widget, step by step;
            [NotificationCenter](<\(source)/\(folder)/NotificationCenter.md>)
            lists all elements and the rest of the library.
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

        @testable import \(program.escaping { $0 == "-" ? "_" : nil })

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
        Description=Says hello, and counts its updates
        Icon=application-x-executable
        Exec=\(program)
        UpdateInterval=15min
        PreferredHeight=40

        """
    }
}
