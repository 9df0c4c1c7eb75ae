import DBus
import Testing
import TodayHost

@Suite struct AppearancePreferencesTests {
    private func after(_ settings: (String, DBusValue)...) -> AppearancePreferences {
        var preferences = AppearancePreferences()
        for (key, value) in settings { preferences.apply(key, value) }
        return preferences
    }

    private func color(_ red: Double, _ green: Double, _ blue: Double) -> DBusValue {
        .structure([.double(red), .double(green), .double(blue)])
    }

    @Test func eachSettingIsTakenOver() {
        #expect(after(("color-scheme", .uint32(1))).scheme == .dark)
        #expect(after(("color-scheme", .uint32(2))).scheme == .light)
        #expect(after(("contrast", .uint32(1))).wantsMoreContrast)
        #expect(after(("accent-color", color(0, 0.5, 1))).accent == RGBColor(red: 0, green: 0.5, blue: 1))
        // Portals before version 2 answer in a variant of a variant.
        #expect(after(("color-scheme", .variant(.variant(.uint32(1))))).scheme == .dark)
    }

    @Test func whatIsUnknownIsNoWish() {
        let dark = ("color-scheme", DBusValue.uint32(1))
        let blue = ("accent-color", color(0, 0, 1))
        let more = ("contrast", DBusValue.uint32(1))
        for value: DBusValue in [.uint32(0), .uint32(7), "dark", color(0, 0, 0)] {
            #expect(after(dark, ("color-scheme", value)).scheme == nil)
        }
        for value: DBusValue in [color(-1, -1, -1), color(0, 0, 1.5), .uint32(1), .structure([.double(0)])] {
            #expect(after(blue, ("accent-color", value)).accent == nil)
        }
        for value: DBusValue in [.uint32(0), .uint32(2), .boolean(true)] {
            #expect(!after(more, ("contrast", value)).wantsMoreContrast)
        }
        #expect(after(dark, blue, more, ("reduced-motion", .uint32(1))) == after(dark, blue, more))
    }
}
