import DBus
import Testing
import TodayModel

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

    @Test func theAgeHasItsTimes() {
        func local(_ moment: Timestamp) -> String {
            Content(kind: .clock, [.style: "date-time"]).plainText(PlainText.Context(now: moment))
        }
        #expect(card().times == "Updated \(local(minutes(3)))")
        let later = Timestamp(microseconds: noon.microseconds + 600_000_000)
        #expect(card { $0.nextUpdate = later }.times == "Updated \(local(minutes(3)))\nNext update \(local(later))")
        #expect(card { $0.nextUpdate = minutes(1) }.times == "Updated \(local(minutes(3)))")
        #expect(card { $0.updatedAt = .never }.times == nil)
    }

    @Test func whatIsMissing() {
        #expect(CardPresentation(widget(list, ""), now: noon).name == "org.example.List")
        #expect(card { $0.name = " \u{200B}" }.name == "org.example.List")
        #expect(card { $0.name = "\u{202E}Note\u{2066} " }.name == "Note")
        let empty = card { $0.content = .empty }
        #expect(empty.placeholder == "Nothing to show" && empty.content == nil && empty.age == "3 min ago")
        let unheard = card {
            $0.content = .empty
            $0.updatedAt = .never
        }
        #expect(unheard.placeholder == "Nothing to show yet" && unheard.age == nil)
        // The line about the failure replaces the content.
        let failed = card {
            $0.content = .empty
            $0.lastResult = .failed
        }
        #expect(failed.placeholder == nil && failed.content == nil && failed.age == nil)
        #expect(card { $0.hasContent = false }.placeholder == "Nothing to show")
        let unborn = card {
            $0.content = .empty
            $0.updatedAt = .never
            $0.state = .updating
        }
        #expect(unborn.placeholder == "Loading…" && unborn.age == nil && unborn.nextChange == nil)
        #expect(card { $0.icon = "" }.icon == nil)
    }

    @Test func whatIsKeptSaysHowOldItIs() {
        let kept = card { $0.isSnapshot = true }
        #expect(kept.lines == [CardMessage(.stale, "Last updated 3 min ago")])
        let old = card {
            $0.isSnapshot = true
            $0.updatedAt = .never
        }
        #expect(old.lines == [CardMessage(.stale, "Out of date")])
    }

    @Test func contentOfAMachineThatIsAwayIsOutOfDate() {
        func away(_ change: (inout WidgetProperties) -> Void = { _ in }) -> CardPresentation {
            card {
                ($0.error, $0.errorKind, $0.lastResult) = ("nas can’t be reached\ntimed out", .unreachable, .failed)
                $0.retryAt = Timestamp(microseconds: noon.microseconds + 120_000_000)
                change(&$0)
            }
        }
        let problem = CardMessage(
            .failed, "nas can’t be reached. Trying again in 2 min", details: "timed out", offersRetry: true)
        func local(_ moment: Timestamp, _ style: DBusValue) -> String {
            Content(kind: .clock, [.style: style]).plainText(PlainText.Context(now: moment))
        }
        #expect(away().isOutOfDate)
        #expect(away().lines == [CardMessage(.stale, "Out of date since \(local(minutes(3), "time"))"), problem])
        let dayBefore = minutes(1440)
        #expect(
            away { $0.updatedAt = dayBefore }.lines.first?.text
                == "Out of date since \(local(dayBefore, "date-time"))")
        let others = [
            card(), away { $0.updatedAt = .never }, away { $0.content = .empty }, away { $0.hasContent = false },
            away { $0.errorKind = .app },
        ]
        for other in others { #expect(!other.isOutOfDate && other.lines.count <= 1) }
        #expect(others[1].lines == [problem])
    }

    @Test func moreAndLess() {
        let small = card()
        #expect(small.sizeButton(isHigh: false, isOpened: false) == nil)
        #expect(small.sizeButton(isHigh: true, isOpened: false) == .open)
        #expect(small.sizeButton(isHigh: true, isOpened: true) == .close)
        // Less of what fits would be the same.
        #expect(small.sizeButton(isHigh: false, isOpened: true) == nil)
        let expandable = card { $0.largestDisplayMode = .expanded }
        for isHigh in [false, true] { #expect(expandable.sizeButton(isHigh: isHigh, isOpened: false) == .expand) }
        let large = card {
            $0.largestDisplayMode = .expanded
            $0.displayMode = .expanded
        }
        #expect(large.displayMode == .expanded)
        for isOpened in [false, true] { #expect(large.sizeButton(isHigh: false, isOpened: isOpened) == .close) }
        #expect([CardSizeButton.expand, .open, .close].map(\.label) == ["More", "More", "Less"])
    }

    /// A kind of a later version that says nothing for this one.
    @Test(arguments: [
        (#"{"kind":"hologram"}"#, true), (#"{"kind":"column","children":[{"kind":"hologram"}]}"#, true),
        (#"{"kind":"cube","children":[{"kind":"hologram","enabled":true}]}"#, true),
        (#"{"kind":"hologram","fallback":"Flat"}"#, false),
        (#"{"kind":"section","label":"Flat","children":[{"kind":"hologram"}]}"#, false),
        (#"{"kind":"hologram","children":[{"kind":"text","text":"Flat"}]}"#, false),
        (#"{"kind":"row","children":[{"kind":"hologram"},{"kind":"text","text":"Flat"}]}"#, false),
        (#"{"kind":"text","text":"Flat","modes":["expanded"]}"#, false), (#"{"kind":"column"}"#, false),
    ])
    func whatIsMadeForANewerPanelSaysSo(_ json: String, _ isUnknown: Bool) throws {
        let sentence = "This widget needs a newer version of Today"
        let content = try Content.parse(json: json)
        #expect(card { $0.content = content }.placeholder == (isUnknown ? sentence : nil))
        let text = note { $0.content = content }.plainText(PlainText.Context(now: noon))
        #expect(text.contains(sentence) == isUnknown)
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
        #expect(failed.lines == [CardMessage(.failed, "Update failed: no network", offersRetry: true)])
        #expect(failed.content != nil)
        #expect(card { $0.lastResult = .failed }.lines.first?.text == "Update failed")
        // An error that a widget sets itself isn't a failed update.
        func saysItself(_ result: UpdateResult?) -> [CardMessage] {
            card {
                $0.error = "Out of milk"
                $0.lastResult = result
            }.lines
        }
        #expect(saysItself(.newData) == [CardMessage(.failed, "Out of milk", offersRetry: true)])
        // A widget that was never updated is pushed, so no program could answer a retry.
        #expect(saysItself(nil) == [CardMessage(.failed, "Out of milk")])
    }

    @Test func aLongSentenceIsCutAndWholeInTheDetails() {
        let sentence = String(repeating: "word ", count: 300)
        let line = card { $0.error = sentence + "\nmore" }.lines.first
        #expect(line?.text.hasSuffix("word…") == true && line.map { $0.text.count <= 120 } == true, "\(line as Any)")
        #expect(line?.details == sentence + "\nmore")
    }

    @Test func contentTurnsNothingRound() {
        let card = card { $0.content = text("a\u{202E}b") }
        guard case .text("ab", _, _, _, _)? = card.content?.attributes.kind else {
            Issue.record("\(card.content as Any)")
            return
        }
    }

    @Test func troubleIsOneSentenceWithDetails() {
        let error = "The app stopped unexpectedly\nthe provider left the bus"
        func lines(_ change: (inout WidgetProperties) -> Void) -> [CardMessage] {
            card {
                $0.lastResult = .failed
                $0.error = error
                $0.errorKind = .crashed
                change(&$0)
            }.lines
        }
        let details = "the provider left the bus"
        #expect(
            lines { _ in } == [
                CardMessage(.failed, "The app stopped unexpectedly", details: details, offersRetry: true)
            ])
        #expect(
            lines { $0.state = .suspended } == [
                CardMessage(
                    .suspended, "The app keeps failing", details: "The app stopped unexpectedly\n" + details,
                    offersRetry: true)
            ])
        #expect(
            lines { $0.state = .unavailable } == [CardMessage(.unavailable, "The app isn’t running", details: details)])
        #expect(
            lines {
                $0.state = .unavailable
                $0.error = "The app can’t be started\ncannot start x: Permission denied"
                $0.errorKind = .notStarted
            } == [
                CardMessage(
                    .failed, "The app can’t be started", details: "cannot start x: Permission denied",
                    offersRetry: true)
            ])
    }

    /// Only the kind decides: the text of a center is in English, and another center has other sentences.
    @Test(arguments: ErrorKind.ofWidgets) func eachKindHasItsSentence(_ kind: ErrorKind) {
        let line = card {
            $0.lastResult = .failed
            $0.error = "Some words\nat line 7"
            $0.errorKind = kind
        }.lines.last
        #expect((kind.sentence == nil) == (kind == .app || kind == .unreachable))
        #expect(line?.text == kind.sentence ?? "Some words" && line?.details == "at line 7")
        // A center of version 2 has no kinds.
        let old = card {
            $0.lastResult = .failed
            $0.error = "Some words"
        }.lines.first
        #expect(old?.text == "Update failed: Some words")
        let text = note {
            $0.error = "Some words\nat line 7"
            $0.errorKind = kind
        }.plainText(PlainText.Context(now: noon))
        #expect(text.contains("! " + (kind.sentence ?? "Some words")) && text.contains("at line 7"), "\(text)")
        #expect(
            Refusal(CenterError(.actionFailed, "Some words", kind: kind)).description == kind.sentence ?? "Some words")
    }

    @Test func whenItIsTriedAgain() {
        func failing(_ state: WidgetState = .idle, in minutes: UInt64) -> CardPresentation {
            card {
                $0.state = state
                $0.lastResult = .failed
                $0.error = "x"
                $0.errorKind = .timedOut
                $0.retryAt = Timestamp(microseconds: noon.microseconds + minutes * 60_000_000)
            }
        }
        #expect(failing(in: 5).lines.first?.text == "The app didn’t answer in time. Trying again in 5 min")
        #expect(failing(.suspended, in: 90).lines.first?.text == "The app keeps failing. Trying again in 1 h")
        #expect(failing(in: 0).lines.first?.text == "The app didn’t answer in time. Trying again in a moment")
        let next = failing(in: 5).nextChange
        #expect(next == Timestamp(microseconds: noon.microseconds + 60_000_000))
        let text = note {
            $0.state = .suspended
            $0.retryAt = Timestamp(microseconds: noon.microseconds + 60_000_000)
        }.plainText(PlainText.Context(now: noon))
        #expect(text.hasSuffix("updated 3 min ago · keeps failing · trying again in 1 min"), "\(text)")
    }

    @Test func attentionIsADotWithItsCount() {
        func badge(_ attention: WidgetAttention, _ count: UInt32) -> CardBadge? {
            card {
                $0.attention = attention
                $0.badge = count
            }.badge
        }
        #expect(badge(.none, 7) == nil)
        #expect(badge(.badge, 0) == CardBadge(isAlert: false, count: ""))
        #expect(badge(.alert, 9999) == CardBadge(isAlert: true, count: "9999"))
        #expect(badge(.badge, 10_000)?.count == "9999+")
        #expect(badge(.badge, 3)?.accessibleLabel == "New: 3" && badge(.alert, 0)?.accessibleLabel == "Needs attention")
    }

    /// Content of unknown age has none.
    @Test func contentWithoutAnAge() {
        let unknown = note { $0.updatedAt = .never }
        #expect(CardPresentation(unknown, now: noon).age == nil)
        #expect(!unknown.plainText(PlainText.Context(now: noon)).contains("updated"))
    }

    @Test func aTapThatFailsForTheSameTroubleSaysNothingMore() {
        let ended = CardMessage(.failed, "The app stopped unexpectedly", details: "it left")
        let suspended = CardMessage(.suspended, "The app keeps failing")
        let refusal = Refusal(CenterError(.actionFailed, "It stopped\nit left again", kind: .crashed))
        #expect(CardMessage.lines([ended], refusal: refusal) == [ended])
        #expect(CardMessage.lines([suspended], refusal: refusal) == [suspended])
        #expect(CardMessage.lines([suspended], refusal: Refusal("no bus")).map(\.text) == [suspended.text, "No bus"])
        #expect(
            CardMessage.lines([], refusal: refusal) == [
                CardMessage(.refused, "The app stopped unexpectedly", details: "it left again")
            ])
        #expect(CardMessage.lines([ended], refusal: nil) == [ended])
    }

    @Test func whatIsTriedAgainIsSeenForAWhile() {
        func at(_ microseconds: UInt64) -> Timestamp { Timestamp(microseconds: microseconds) }
        let attempt = RetryFeedback(at: at(1_000_000))
        #expect(attempt.remaining(at: at(1_000_000)) == 300_000 && attempt.remaining(at: at(1_299_999)) == 1)
        #expect(attempt.remaining(at: at(1_300_000)) == 0 && attempt.remaining(at: at(9_000_000)) == 0)
        #expect(attempt.remaining(at: at(999_999)) == 0)
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
                        #expect(kinds.count <= 1)
                        let isTold = state == .idle && (result == .failed || result != nil && error == "why")
                        let canRetry = state == .suspended || isTold
                        #expect(card.lines.contains(where: \.offersRetry) == canRetry)
                        #expect(kinds.contains(.suspended) == (state == .suspended))
                        #expect(kinds.contains(.unavailable) == (state == .unavailable))
                        let isBad = result == .failed || error == "why"
                        let isThere = state == .idle || state == .updating
                        #expect(kinds.contains(.failed) == (isBad && isThere))
                        #expect(kinds.contains(.starting) == (isSnapshot && !isEmpty && state == .updating && !isBad))
                        #expect(kinds.contains(.stale) == (isSnapshot && !isEmpty && state == .idle && !isBad))
                        // The line about a failure replaces the content.
                        let isFailing = state != .updating && (isBad || !isThere)
                        #expect((card.placeholder != nil) == (isEmpty && !isFailing))
                        #expect(card.lines.allSatisfy { !$0.text.isEmpty })
                    }
                }
            }
        }
    }

    @Test func pages() {
        #expect(TodayPage(TodayView()) == .connecting)
        #expect(TodayPage(TodayView(center: .unavailable(.starting))) == .unavailable(reason: .starting))
        #expect(TodayPage(TodayView(center: .available)) == .noWidgets)
        let known = [list: note()]
        #expect(TodayPage(TodayView(center: .available, known: known)) == .nothingArranged)
        #expect(TodayPage(TodayView(center: .available, arrangement: [list], known: known)) == .nothingToShow)
        #expect(
            TodayPage(TodayView(center: .available, arrangement: [list], today: [list], known: known)) == .cards)
    }
}
