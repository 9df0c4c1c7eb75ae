import DBus
import Testing
import TodayModel

@testable import TodayService

@Suite struct VisiblePanelsTests {
    private static func options(_ change: (inout ViewingOptions) -> Void = { _ in }) -> ViewingOptions {
        var options = ViewingOptions()
        change(&options)
        return options
    }

    private static func context(_ panels: VisiblePanels) -> UpdateContext {
        var context = UpdateContext(identifier: .a, reason: .requested)
        context.locale = "en_GB.UTF-8"
        panels.fill(&context)
        return context
    }

    @Test func panelsComeAndGo() throws {
        var panels = VisiblePanels()
        #expect(!panels.isViewing)
        try panels.begin(":1.1", Self.options())
        try panels.begin(":1.1", Self.options())
        try panels.begin(":1.2", Self.options())
        let ended = [panels.end(":1.1"), panels.end(":1.1"), panels.end(":1.3")]
        #expect(ended == [true, false, false])
        #expect(panels.isViewing)
        let isLast = panels.end(":1.2")
        #expect(isLast)
        #expect(!panels.isViewing)
    }

    @Test func theLastPanelLingers() throws {
        var panels = VisiblePanels(hidingDelay: 100)
        try panels.begin(":1.1", Self.options { $0.locale = "fr_FR" })
        try panels.begin(":1.2", Self.options { $0.locale = "it_IT" })
        _ = panels.end(":1.2", at: 5)
        // One panel is still visible.
        #expect(panels.hidesAt == nil && Self.context(panels).locale == "fr_FR")
        _ = panels.end(":1.1", at: 10)
        #expect(panels.isViewing && panels.hidesAt == 110)
        #expect(Self.context(panels).viewing && Self.context(panels).locale == "fr_FR")
        panels.hide(at: 109)
        #expect(panels.isViewing)
        // Another one takes over at once, and its time counts when it goes.
        try panels.begin(":1.3", Self.options())
        #expect(panels.hidesAt == nil && Self.context(panels).locale == "fr_FR")
        panels.hide(at: 200)
        #expect(panels.isViewing)
        _ = panels.end(":1.3", at: 150)
        _ = panels.end(":1.3", at: 160)
        #expect(panels.hidesAt == 250)
        panels.hide(at: 250)
        #expect(!panels.isViewing && panels.hidesAt == nil)
        // The looks of the last panel stay.
        #expect(!Self.context(panels).viewing && Self.context(panels).locale == "fr_FR")
    }

    @Test func withoutPanelsThereAreDefaults() {
        let context = Self.context(VisiblePanels())
        #expect(!context.viewing)
        #expect(context.compactSize == Size(width: 320, height: 110))
        #expect(context.expandedSize == Size(width: 320, height: 640))
        #expect(context.proposedMarginInsets == EdgeInsets(top: 0, left: 0, bottom: 0, right: 0))
        #expect(context.colorScheme == .light)
        #expect(context.locale == "en_GB.UTF-8")
    }

    @Test func aPanelThatTellsNothingLeavesTheDefaults() throws {
        var panels = VisiblePanels()
        try panels.begin(":1.1", Self.options())
        let context = Self.context(panels)
        #expect(context.viewing)
        #expect(context.compactSize == Size(width: 320, height: 110))
        #expect(context.locale == "en_GB.UTF-8")
    }

    @Test func sizesAreTheLargestOfEachSide() throws {
        var panels = VisiblePanels()
        try panels.begin(":1.1", Self.options { $0.compactSize = Size(width: 400, height: 50) })
        try panels.begin(
            ":1.2",
            Self.options {
                $0.compactSize = Size(width: 100, height: 80)
                $0.expandedSize = Size(width: 100, height: 900)
            })
        let context = Self.context(panels)
        #expect(context.compactSize == Size(width: 400, height: 80))
        #expect(context.expandedSize == Size(width: 100, height: 900))
        #expect(context.maximumSize(for: .compact) == context.compactSize)
        #expect(context.maximumSize(for: .expanded) == context.expandedSize)
    }

    @Test func aSmallCardHasASizeOfItsOwn() throws {
        func context(_ panels: VisiblePanels) -> UpdateContext {
            var context = UpdateContext(identifier: .a, reason: .context)
            context.size = .small
            panels.fill(&context)
            return context
        }
        var panels = VisiblePanels()
        #expect(context(panels).compactSize == Size(width: 160, height: 110))
        try panels.begin(":1.1", Self.options { $0.expandedSize = Size(width: 1, height: 1) })
        #expect(context(panels).compactSize == Size(width: 160, height: 110))
        try panels.begin(":1.1", Self.options { $0.compactSize = Size(width: 400, height: 50) })
        #expect(context(panels).compactSize == Size(width: 200, height: 50))
        try panels.begin(":1.2", Self.options { $0.smallSize = Size(width: 100, height: 80) })
        #expect(context(panels).compactSize == Size(width: 200, height: 80))
        #expect(Self.context(panels).compactSize == Size(width: 400, height: 50))
    }

    @Test func looksAreThoseOfTheLatestPanelThatTellsThem() throws {
        var panels = VisiblePanels()
        try panels.begin(
            ":1.1",
            Self.options {
                $0.colorScheme = .dark
                $0.locale = "de_DE.UTF-8"
            })
        try panels.begin(":1.2", Self.options { $0.locale = "fr_FR.UTF-8" })
        var context = Self.context(panels)
        #expect(context.colorScheme == .dark && context.locale == "fr_FR.UTF-8")
        // Beginning again replaces the options, and keeps the place.
        try panels.begin(":1.1", Self.options { $0.locale = "it_IT.UTF-8" })
        context = Self.context(panels)
        #expect(context.colorScheme == .dark && context.locale == "fr_FR.UTF-8")
        _ = panels.end(":1.2")
        #expect(Self.context(panels).locale == "it_IT.UTF-8")
        // A panel that begins once more is the latest one.
        try panels.begin(":1.2", Self.options { $0.locale = "fr_FR.UTF-8" })
        #expect(Self.context(panels).locale == "fr_FR.UTF-8")
        _ = panels.end(":1.1")
        _ = panels.end(":1.2")
        context = Self.context(panels)
        #expect(!context.viewing && context.colorScheme == .dark && context.locale == "fr_FR.UTF-8")
    }

    @Test func thereIsALimit() throws {
        var panels = VisiblePanels()
        for number in 1...Limits.panels { try panels.begin(BusName(unchecked: ":1.\(number)"), Self.options()) }
        let error = #expect(throws: CenterError.self) { try panels.begin(":2.1", Self.options()) }
        #expect(error?.code == .limitExceeded)
        try panels.begin(":1.1", Self.options())
        _ = panels.end(":1.2")
        try panels.begin(":2.1", Self.options())
    }
}
