import Testing

@testable import TodayHost

@Suite struct OrderStepTests {
    /// Every way from an order of up to five things to another.
    @Test func everyOrderBecomesEveryOther() {
        let old = [0, 1, 2, 3]
        for new in Self.arrangements(of: [0, 1, 2, 3, 4, 5], upTo: 5) {
            let steps = OrderStep.steps(from: old, to: new)
            #expect(Self.performing(steps, on: old) == new)
            let moves = steps.count { if case .move = $0 { true } else { false } }
            #expect(moves == Self.fewestMoves(old, new), "\(new)")
            #expect(steps.count - moves == Set(old).symmetricDifference(new).count)
        }
    }

    @Test func aLongListThatTurnsAroundKeepsOne() {
        let steps = OrderStep.steps(from: Array(0..<200), to: (0..<200).reversed())
        #expect(steps.count == 199)
        #expect(Self.performing(steps, on: Array(0..<200)) == (0..<200).reversed())
    }

    private static func performing(_ steps: [OrderStep<Int>], on old: [Int]) -> [Int] {
        steps.reduce(into: old) { list, step in
            switch step {
            case .remove(let index): list.remove(at: index)
            case .insert(let key, let index): list.insert(key, at: index)
            case .move(let from, let to): list.insert(list.remove(at: from), at: to)
            }
        }
    }

    /// All that are kept but the longest sequence that keeps its order, tried out.
    private static func fewestMoves(_ old: [Int], _ new: [Int]) -> Int {
        let kept = new.filter(old.contains)
        let longest = (0..<(1 << kept.count)).map { choice in
            let chosen = kept.indices.filter { choice & (1 << $0) != 0 }.map { kept[$0] }
            return chosen == chosen.sorted() ? chosen.count : 0
        }
        return kept.count - (longest.max() ?? 0)
    }

    private static func arrangements(of things: [Int], upTo count: Int) -> [[Int]] {
        if count == 0 { return [[]] }
        return [[]]
            + things.flatMap { thing in
                arrangements(of: things.filter { $0 != thing }, upTo: count - 1).map { [thing] + $0 }
            }
    }
}
