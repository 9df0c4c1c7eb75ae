import Testing

@testable import TodayService
import TodayServiceRules

@Suite struct AppearanceTests {
    /// The events of a provider that concern panels.
    enum Event: CaseIterable {
        case panelsShow, panelsHide, answered, missing, goes

        func happen(to appearance: inout Appearance) -> Appearance.Call? {
            switch self {
            case .panelsShow: return appearance.update(isShown: true)
            case .panelsHide: return appearance.update(isShown: false)
            case .answered: appearance.ended(isMissing: false)
            case .missing: appearance.ended(isMissing: true)
            case .goes: return appearance.end()
            }
            return nil
        }
    }

    /// The calls that a sequence of events makes; nil for an event that makes none.
    private static func calls(_ events: [Event]) -> [Appearance.Call?] {
        var appearance = Appearance()
        return events.map { $0.happen(to: &appearance) }
    }

    @Test func itIsToldOnceAndByTurns() {
        #expect(
            Self.calls([.panelsHide, .panelsShow, .answered, .panelsShow, .panelsHide, .answered, .panelsHide]) == [
                nil, .appear, nil, nil, .disappear, nil, nil,
            ])
        #expect(Self.calls([.panelsShow, .answered, .panelsHide, .answered, .panelsShow]).last == .appear)
    }

    @Test func aPanelThatIsGoneWhenTheCallIsAnsweredIsToldOfThen() {
        #expect(
            Self.calls([.panelsShow, .panelsHide, .answered, .panelsHide]) == [.appear, nil, nil, .disappear])
        #expect(
            Self.calls([.panelsShow, .panelsHide, .panelsShow, .answered, .panelsShow]).dropFirst() == [
                nil, nil, nil, nil,
            ])
    }

    @Test func aProviderWithoutAppearIsToldNothing() {
        #expect(
            Self.calls([.panelsShow, .missing, .panelsHide, .panelsShow, .goes]) == [.appear, nil, nil, nil, nil])
    }

    @Test func aProviderWithoutDisappearIsToldOfTheNextPanel() {
        #expect(
            Self.calls([.panelsShow, .answered, .panelsHide, .missing, .panelsShow]) == [
                .appear, nil, .disappear, nil, .appear,
            ])
    }

    @Test(
        arguments: [
            ([.panelsShow], .disappear), ([.panelsShow, .answered], .disappear), ([], nil),
            ([.panelsShow, .answered, .panelsHide], nil), ([.panelsShow, .answered, .panelsHide, .answered], nil),
            ([.panelsShow, .missing], nil), ([.panelsShow, .goes], nil),
        ] as [([Event], Appearance.Call?)])
    func whoWasToldOfAPanelIsToldOfTheEnd(_ events: [Event], _ last: Appearance.Call?) {
        #expect(Self.calls(events + [.goes]).last == .some(last))
        #expect(
            Self.calls(events + [.goes, .answered, .panelsShow, .panelsHide, .goes]).suffix(4).allSatisfy { $0 == nil })
    }

    /// Every sequence of seven events: the calls are `Appear` and `Disappear` by turns, `Appear` first, and never two at a
    /// time but for the last.
    @Test func theyComeInPairsWhateverHappens() {
        func follow(_ appearance: Appearance, _ calls: [Appearance.Call], _ isWaiting: Bool, _ depth: Int) {
            for event in Event.allCases {
                // A call is answered once.
                if event == .answered || event == .missing, !isWaiting { continue }
                var appearance = appearance
                let call = event.happen(to: &appearance)
                let calls = calls + (call.map { [$0] } ?? [])
                for (index, call) in calls.enumerated() {
                    #expect(call == (index.isMultiple(of: 2) ? .appear : .disappear), "\(calls)")
                }
                #expect(call == nil || !isWaiting || event == .goes)
                let isAnswer = event == .answered || event == .missing
                if depth > 1 { follow(appearance, calls, call != nil || isWaiting && !isAnswer, depth - 1) }
            }
        }
        follow(Appearance(), [], false, 7)
    }
}
