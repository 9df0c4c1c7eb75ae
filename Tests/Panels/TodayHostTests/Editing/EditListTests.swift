import Testing
import TodayModel

@testable import TodayHost

@Suite struct EditListTests {
    private static let a: WidgetIdentifier = "a.a"
    private static let b: WidgetIdentifier = "a.b"
    private static let c: WidgetIdentifier = "a.c"
    private static let d: WidgetIdentifier = "a.d"
    private static let e: WidgetIdentifier = "a.e"
    private typealias Own = EditListTests

    private func list(_ identifiers: WidgetIdentifier...) -> EditList {
        var list = EditList()
        list.apply(identifiers)
        return list
    }

    private func after(_ edit: ArrangementEdit?, _ identifiers: WidgetIdentifier...) -> [WidgetIdentifier] {
        var arrangement = Arrangement(identifiers)
        edit?.apply(to: &arrangement)
        return arrangement.identifiers
    }

    @Test func editsAreSeenAtOnce() {
        var list = list(Own.a, Own.b, Own.c)
        let made1 = list.make(.remove(Own.b))
        #expect(made1 != nil)
        let made2 = list.make(.add(Own.d))
        #expect(made2 != nil)
        #expect(list.arranged == [Own.a, Own.c, Own.d])
        #expect(list.others(of: [Own.a, Own.b, Own.c, Own.d]) == [Own.b])
        #expect(!list.isSettled)
    }

    @Test func whatChangesNothingIsNotSent() {
        var list = list(Own.a, Own.b)
        let made3 = list.make(.add(Own.a))
        #expect(made3 == nil)
        let made4 = list.make(.remove(Own.c))
        #expect(made4 == nil)
        let made5 = list.make(.move(Own.b, behind: [Own.a]))
        #expect(made5 == nil)
        let made6 = list.make(.move(Own.c, behind: []))
        #expect(made6 == nil)
        #expect(list.isSettled && list.arranged == [Own.a, Own.b])
    }

    @Test func aRefusedEditIsTakenBackAndTheOthersStay() throws {
        var list = list(Own.a, Own.b, Own.c)
        let removalMade = list.make(.remove(Own.a))
        let removal = try #require(removalMade)
        let moveMade = list.make(.move(Own.c, behind: []))
        let move = try #require(moveMade)
        #expect(list.arranged == [Own.c, Own.b])
        list.undo(removal)
        #expect(list.arranged == [Own.c, Own.a, Own.b])
        list.confirm(move, [Own.c, Own.a, Own.b])
        #expect(list.isSettled && list.arranged == [Own.c, Own.a, Own.b])
    }

    @Test func whatOthersDoMeanwhileStays() throws {
        var list = list(Own.a, Own.b, Own.c)
        let removalMade = list.make(.remove(Own.b))
        let removal = try #require(removalMade)
        list.apply([Own.d, Own.a, Own.b, Own.c])
        #expect(list.arranged == [Own.d, Own.a, Own.c])
        list.confirm(removal, [Own.d, Own.a, Own.c])
        #expect(list.arranged == [Own.d, Own.a, Own.c])
    }

    /// The answer may arrive before or after the view that shows the edit.
    @Test func whatIsMadeAlreadyIsNotMadeTwice() throws {
        var list = list(Own.a, Own.b, Own.c)
        let moveMade = list.make(.move(Own.c, behind: []))
        let move = try #require(moveMade)
        list.apply([Own.c, Own.a, Own.b])
        #expect(list.arranged == [Own.c, Own.a, Own.b])
        list.confirm(move, [Own.c, Own.a, Own.b])
        list.apply([Own.c, Own.a, Own.b])
        #expect(list.arranged == [Own.c, Own.a, Own.b])
    }

    @Test func movesGoToEveryPlace() {
        let all = [Own.a, Own.b, Own.c]
        for widget in all {
            for index in 0..<3 {
                var expected = all.filter { $0 != widget }
                expected.insert(widget, at: index)
                let edit = ArrangementEdit.move(widget, to: index, in: all)
                #expect(after(edit, Own.a, Own.b, Own.c) == expected)
                #expect((edit == nil) == (expected == all))
            }
        }
        #expect(ArrangementEdit.move(Own.a, to: -1, in: all) == nil)
        #expect(after(.move(Own.a, to: 9, in: all), Own.a, Own.b, Own.c) == [Own.b, Own.c, Own.a])
        #expect(ArrangementEdit.move(Own.d, to: 0, in: all) == nil)
    }

    @Test func movesFindTheirPlaceWhenNeighboursHaveGone() {
        let edit = ArrangementEdit.move(Own.a, to: 2, in: [Own.a, Own.b, Own.c])
        #expect(after(edit, Own.a, Own.b) == [Own.b, Own.a])
        #expect(after(edit, Own.d, Own.a) == [Own.a, Own.d])
        #expect(after(edit, Own.b, Own.d) == [Own.b, Own.d])
    }

    @Test func aRemovalIsUndoneAtItsPlace() {
        let order = [Own.a, Own.b, Own.c]
        let removal = Removals.Removal(Own.b, name: "B", in: order)
        #expect(after(removal.undo, Own.a, Own.c) == order)
        #expect(after(removal.undo, Own.c, Own.a) == [Own.c, Own.a, Own.b])
        // The widgets before it are gone, or it is back already.
        #expect(after(removal.undo, Own.c) == [Own.b, Own.c])
        #expect(after(removal.undo, Own.a, Own.b, Own.c) == order)
        #expect(after(Removals.Removal(Own.a, name: "A", in: order).undo, Own.b, Own.c) == order)
    }

    @Test func eachRemovalCanBeUndoneForATime() {
        func removal(_ identifier: WidgetIdentifier) -> Removals.Removal {
            Removals.Removal(identifier, name: "\(identifier)", in: [Own.a, Own.b, Own.c])
        }
        let start = ContinuousClock.now
        var removals = Removals()
        #expect(removals.last == nil && removals.deadline == nil && !removals.pass(start))
        removals.add(removal(Own.a), now: start)
        removals.add(removal(Own.b), now: start + .seconds(9))
        #expect(removals.deadline == start + .seconds(19))
        #expect(removals.takeLast(now: start + .seconds(18))?.identifier == Own.b)
        #expect(removals.deadline == start + .seconds(28))
        #expect(removals.last?.words == "a.a removed")
        var others = removals
        #expect(others.takeLast(now: start + .seconds(27))?.identifier == Own.a)
        #expect(others == Removals())
        #expect(others.takeLast(now: start + .seconds(27)) == nil)
        #expect(!removals.pass(start + .seconds(27)) && removals.pass(start + .seconds(28)))
        #expect(removals == Removals())
        // One that comes too late for the others doesn't bring them back.
        removals.add(removal(Own.a), now: start)
        removals.add(removal(Own.b), now: start + .seconds(10))
        _ = removals.takeLast(now: start + .seconds(10))
        #expect(removals.last == nil)
    }

    @Test func theGalleryHasGroupsWithNewOnesFirst() {
        func widget(_ identifier: WidgetIdentifier, _ name: String) -> WidgetProperties {
            var widget = WidgetProperties(identifier: identifier)
            widget.name = name
            widget.description = "About \(name)"
            return widget
        }
        var known = [
            widget(Own.a, "Zoo"), widget(Own.b, "Ape"), widget(Own.c, ""), widget(Own.d, "Bee"),
            widget(Own.e, "ant"),
        ]
        known[0].category = "Office"
        known[1].instances = true
        let view = TodayView(
            center: .available, arrangement: [Own.a],
            known: .init(uniqueKeysWithValues: known.map { ($0.identifier, $0) }))
        #expect(EditRow.rows(view, list(Own.a, "a.unknown"), new: [Own.d]).map(\.name) == ["Zoo"])
        let gallery = Gallery(view, list(Own.a, "a.unknown"), new: [Own.d])
        #expect(gallery.groups.map(\.title) == ["New", "Office", "Other"])
        #expect(gallery.groups.map { $0.entries.map(\.row.name) } == [["Bee"], ["Zoo"], ["a.c", "ant", "Ape"]])
        #expect(gallery.groups.map { $0.entries.map(\.offer) } == [[.add], [.added], [.add, .add, .add]])
        #expect(gallery.groups[0].entries[0].row.detail == "About Bee" && gallery.groups[0].entries[0].row.icon == nil)
        let another = Gallery(view, list(Own.b), new: [])
        #expect(another.groups.flatMap(\.entries).first { $0.row.identifier == Own.b }?.offer == .addAnother)
        let found = Gallery(view, list(Own.a), new: []) { $0.contains("Office") || $0.contains("About Ape") }
        #expect(found.groups.map { $0.entries.map(\.row.name) } == [["Zoo"], ["Ape"]])
    }
}
