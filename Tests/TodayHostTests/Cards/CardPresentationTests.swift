import DBus
import Testing
import TodayModel
import TodayProtocol

@testable import TodayHost

@Suite struct CardPresentationTests {
    private func note(_ change: (inout WidgetProperties) -> Void = { _ in }) -> WidgetProperties {
        var note = widget(list, "Note", text("Buy milk"))
        note.updatedAt = minutes(3)
        note.lastResult = .newData
        change(&note)
        return note
    }

    private func card(_ change: (inout WidgetProperties) -> Void = { _ in }) -> CardPresentation {
        CardPresentation(note(change), now: noon)
    }

    @Test func aFreshWidget() {
        let card = card { $0.icon = "x-office-document" }
        #expect(card.name == "Note" && card.icon == "x-office-document" && card.age == "3 min ago")
        #expect(card.lines.isEmpty && card.placeholder == nil && card.content != nil && !card.mayBeExpanded)
        #expect(card.nextChange == Timestamp(microseconds: noon.microseconds + 60_000_000))
    }

    @Test func whatIsMissing() {
        #expect(CardPresentation(widget(list, ""), now: noon).name == "org.example.List")
        let empty = card { $0.content = .empty }
        #expect(empty.placeholder == "No content yet" && empty.content == nil)
        #expect(card { $0.hasContent = false }.placeholder == "Nothing to show")
        let unborn = card {
            $0.content = .empty
            $0.updatedAt = .never
            $0.state = .updating
        }
        #expect(unborn.placeholder == "Starting …" && unborn.age == nil && unborn.nextChange == nil)
        #expect(card { $0.icon = "" }.icon == nil)
    }

    @Test func whatIsKeptSaysHowOldItIs() {
        let kept = card { $0.isSnapshot = true }
        #expect(kept.lines == [CardLine(.stale, "Last updated 3 min ago")])
        let old = card {
            $0.isSnapshot = true
            $0.updatedAt = .never
        }
        #expect(old.lines == [CardLine(.stale, "Not updated for a long time")])
    }

    @Test func moreAndLess() {
        let small = card()
        #expect(small.sizeButton(isCut: false, isOpened: false) == nil)
        #expect(small.sizeButton(isCut: true, isOpened: false) == .open)
        #expect(small.sizeButton(isCut: false, isOpened: true) == .close)
        let expandable = card { $0.largestDisplayMode = .expanded }
        for isCut in [false, true] { #expect(expandable.sizeButton(isCut: isCut, isOpened: false) == .expand) }
        let large = card {
            $0.largestDisplayMode = .expanded
            $0.displayMode = .expanded
        }
        #expect(large.displayMode == .expanded)
        for isOpened in [false, true] { #expect(large.sizeButton(isCut: false, isOpened: isOpened) == .close) }
        #expect([CardSizeButton.expand, .open, .close].map(\.label) == ["More", "More", "Less"])
    }

    /// Room that nothing fills looks like a mistake.
    @Test func noHeightIsKeptForWhatIsStillToCome() {
        let soon: [String: DBusValue] = ["text": "There", "show-after": .uint64(noon.microseconds + 1)]
        let later = Content(kind: "column", children: [text("Soon"), Content(kind: "text", attributes: soon)])
        func height(at now: Timestamp) -> Double {
            CardPresentation(
                note {
                    $0.content = later
                    $0.preferredContentSize = Size(width: 0, height: 100)
                }, now: now
            ).preferredHeight
        }
        #expect(height(at: noon) == 0)
        #expect(height(at: Timestamp(microseconds: noon.microseconds + 1)) == 100)
    }

    @Test func failuresSayWhyAndOfferToRetry() {
        let failed = card {
            $0.lastResult = .failed
            $0.error = "no network"
        }
        #expect(failed.lines == [CardLine(.failed, "Update failed: no network", offersRetry: true)])
        #expect(failed.content != nil)
        #expect(card { $0.lastResult = .failed }.lines.first?.text == "Update failed: no reason was given")
        // What a widget says itself is no failure of an update.
        #expect(card { $0.error = "Out of milk" }.lines == [CardLine(.failed, "Out of milk", offersRetry: true)])
    }

    /// Every state with every result, error, snapshot and emptiness.
    @Test func everyCombination() {
        let results: [UpdateResult?] = [nil, .newData, .noData, .failed]
        for state in [WidgetState.idle, .updating, .suspended, .unavailable] {
            for result in results {
                for error in ["", "why"] {
                    for (isSnapshot, isEmpty) in [(false, false), (true, false), (false, true), (true, true)] {
                        let card = card {
                            $0.state = state
                            $0.lastResult = result
                            $0.error = error
                            $0.isSnapshot = isSnapshot
                            if isEmpty { $0.content = .empty }
                        }
                        let kinds = card.lines.map(\.kind)
                        #expect(Set(kinds).count == kinds.count)
                        #expect(card.lines.count(where: \.offersRetry) <= 1)
                        let hasFailed = result == .failed && state != .updating
                        let canRetry = hasFailed || state == .suspended || state == .idle && error == "why"
                        #expect(card.lines.contains(where: \.offersRetry) == canRetry)
                        #expect(kinds.contains(.suspended) == (state == .suspended))
                        #expect(kinds.contains(.unavailable) == (state == .unavailable))
                        #expect(kinds.contains(.failed) == (result == .failed || error == "why"))
                        #expect(kinds.contains(.starting) == (isSnapshot && !isEmpty && state == .updating))
                        let isAllWell = state == .idle && result != .failed && error.isEmpty
                        #expect(kinds.contains(.stale) == (isSnapshot && !isEmpty && isAllWell))
                        #expect((card.placeholder != nil) == isEmpty)
                        #expect(card.lines.allSatisfy { !$0.text.isEmpty })
                    }
                }
            }
        }
    }

    @Test func pages() {
        #expect(TodayPage(TodayView()) == .connecting)
        #expect(TodayPage(TodayView(center: .unavailable("it is late"))) == .unavailable(reason: "it is late"))
        #expect(TodayPage(TodayView(center: .available)) == .noWidgets)
        let known = [list: note()]
        #expect(TodayPage(TodayView(center: .available, known: known)) == .nothingArranged)
        #expect(TodayPage(TodayView(center: .available, arrangement: [list], known: known)) == .nothingToShow)
        #expect(
            TodayPage(TodayView(center: .available, arrangement: [list], today: [list], known: known)) == .cards)
    }
}
