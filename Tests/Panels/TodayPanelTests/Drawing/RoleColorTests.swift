#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @testable import TodayHost

    /// Colors are roles: texts in them have to be readable, whatever the theme uses them for.
    @Suite struct RoleColorTests {
        @Test(arguments: [false, true]) func textsInThemAreReadable(_ isDark: Bool) async throws {
            let settings = ["gtk-enable-animations=0", "gtk-application-prefer-dark-theme=\(isDark ? 1 : 0)"]
            try await withDesk(settings: settings) { desk in
                let roles = ["success", "warning", "error"]
                let texts = roles.map { #"{"kind":"text","text":"■■■■■■■■■■","style":"title","color":"\#($0)"}"# }
                try await desk.register(
                    "org.example.Roles", "Roles",
                    #"{"kind":"column","children":[\#(texts.joined(separator: ","))]}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "■")
                let seen: [RGBColor]? = try await Accessibility.poll(within: .seconds(60)) {
                    let colors = try await desk.colors().filter { $0.value > 300 }.compactMap { Self.color($0.key) }
                    let vivid = colors.filter { Self.spread($0) > 0.3 }
                    return vivid.count == roles.count ? vivid : nil
                }
                try await desk.screenshot("role-colors-\(isDark)")
                let ground = try #require(Self.color(isDark ? PanelDesk.darkCard : "#ffffff"))
                for color in try #require(seen) {
                    #expect(color.contrast(to: ground) >= 4.5, "\(color.hexadecimal)")
                }
            }
        }

        private static func spread(_ color: RGBColor) -> Double {
            max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue)
        }

        private static func color(_ name: String) -> RGBColor? {
            guard name.count == 7, let number = Int(name.dropFirst(), radix: 16) else { return nil }
            return RGBColor(
                red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255,
                blue: Double(number & 255) / 255)
        }
    }
#endif
