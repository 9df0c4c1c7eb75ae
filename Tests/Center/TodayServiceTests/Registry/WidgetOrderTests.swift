import DBusTesting
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

@Suite struct WidgetOrderTests {
    private static func identifier(_ number: Int) -> WidgetIdentifier {
        WidgetIdentifier(rawValue: "org.example.W\(number)") ?? .a
    }

    /// The places of widgets, in the simplest form.
    private struct Model {
        var all: [WidgetIdentifier] = []
        var present: [WidgetIdentifier: Bool] = [:]

        var arrangement: [WidgetIdentifier] { all.filter { present[$0] != nil } }
        var today: [WidgetIdentifier] { all.filter { present[$0] == true } }
    }

    @Test(arguments: 0..<20) func whateverHappensTheOrderHolds(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var places = WidgetOrder()
        var model = Model()
        for _ in 0..<600 {
            let identifier = Self.identifier(Int.random(in: 0..<12, using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0:
                places.append(identifier)
                if !model.all.contains(identifier) { model.all.append(identifier) }
            case 1:
                places.remove(identifier)
                model.all.removeAll { $0 == identifier }
                model.present[identifier] = nil
            case 2, 3:
                let hasContent = Bool.random(using: &random)
                places.show(identifier, hasContent: hasContent)
                if model.all.contains(identifier) { model.present[identifier] = hasContent }
            case 4:
                places.leave(identifier)
                model.present[identifier] = nil
            case 5:
                let index = Int.random(in: 0..<14, using: &random)
                let isNew = !model.all.contains(identifier)
                places.insert(identifier, at: index)
                if isNew {
                    let next = model.arrangement.dropFirst(index).first.flatMap { model.all.firstIndex(of: $0) }
                    model.all.insert(identifier, at: next ?? model.all.count)
                }
            default:
                let wanted = model.arrangement.shuffled(using: &random).dropLast(Int.random(in: 0..<2, using: &random))
                let shown = wanted.filter { model.present[$0] == true }
                places.arrange(Array(wanted), shown: shown)
                model.all = wanted + model.all.filter { model.present[$0] == nil }
                model.present = model.present.filter { wanted.contains($0.key) }
            }
            #expect(places.all == model.all)
            #expect(places.arrangement == model.arrangement)
            #expect(places.today == model.today)
            #expect(places.contains(identifier) == model.all.contains(identifier))
        }
    }
}
