import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Why a widget is or is not fresh.
@Suite struct FreshnessReportTests {
    private static let second: UInt64 = 1_000_000_000
    private static let now = 10_000 * second

    struct Row: CustomTestStringConvertible {
        let reason: FreshnessReason
        let message: String
        let standing: FreshnessReport

        init(_ reason: FreshnessReason, _ message: String, _ change: (inout FreshnessReport) -> Void) {
            self.reason = reason
            self.message = message
            var standing = FreshnessReport()
            standing.name = "W"
            standing.interval = 900 * second
            standing.now = now
            standing.confirmedAt = now - 100 * second
            standing.due = .init(now + 800 * second, .interval)
            change(&standing)
            self.standing = standing
        }

        var testDescription: String { message }
    }

    @Test(arguments: [
        Row(.fresh, "W was updated 100 s ago; the next update is in 13 min.") { _ in },
        Row(.fresh, "W was updated 1 s ago; the next update is in 100 h.") {
            $0.confirmedAt = now
            $0.due = .init(now + 360_000 * second, .interval)
        },
        Row(
            .fresh,
            "W was updated 100 s ago; it updates when a panel becomes visible, or when you refresh it."
        ) {
            $0.interval = 0
            $0.isViewing = true
            $0.due = nil
        },
        Row(.updating, "W is updating now.") { $0.activity = .updating },
        Row(.updating, "The app for W is starting.") { $0.activity = .starting },
        Row(.noProvider, "No app updates W; it shows what was last pushed.") { $0.provider = .none },
        Row(.noProvider, "The app for W isn’t running and can’t be started (nobody owns it).") {
            $0.provider = .unavailable
            $0.error = "nobody owns it"
        },
        Row(.noContent, "W has nothing to show, so it isn’t shown or updated.") { $0.hasContent = false },
        Row(.notArranged, "W isn’t added to Today, so it isn’t updated.") { $0.isArranged = false },
        Row(
            .suspended,
            "The app for W keeps crashing or hanging (it left); the next retry is in 30 s, or when you refresh it."
        ) {
            $0.error = "it left."
            $0.retryAt = now + 30 * second
            $0.due = .init(now + 30 * second, .interval)
        },
        Row(.suspended, "The app for W keeps crashing or hanging; refresh it to try again.") {
            $0.retryAt = now + 30 * second
            $0.due = nil
        },
        Row(.deadline, "The last update of W failed (too slow); the next update is in 13 min.") {
            $0.fail(.timedOut)
            $0.error = "too slow"
        },
        Row(.interval, "The last update of W failed (too slow); the next update is in 13 min.") {
            $0.fail(.app)
            $0.error = "too slow\n  at line 7\n  at line 8"
        },
        Row(.deadline, "The last update of W failed (it hung); the next update is in 13 min.") {
            $0.fail(.timedOut)
            $0.error = "The app didn’t answer in time\n\nit hung\nat line 7"
        },
        Row(.deadline, "The last update of W failed (too slow); the next update is in 13 min.") {
            $0.fail(.timedOut)
            $0.error = "\n \ntoo slow"
        },
        Row(.memory, "The last update of W failed; the next update is in 13 min.") {
            $0.fail(.memory)
            $0.failures = 1
        },
        Row(.updating, "W is updating now; changes will not survive a restart: the disk is full.") {
            $0.activity = .updating
            $0.stateTrouble = StateTrouble("the disk is full")
        },
        Row(.deadline, "The last 3 updates of W failed (too slow); the next update is in 13 min.") {
            $0.fail(.timedOut)
            $0.failures = 3
            $0.error = "too slow"
        },
        Row(.interval, "The last update of W failed (offline); an update is about to start.") {
            $0.fail(.app)
            $0.error = "offline"
            $0.due = .init(now, .interval)
        },
        Row(
            .interval,
            "The last update of W failed; it updates when a panel becomes visible, or when you refresh it."
        ) {
            $0.fail(.app)
            $0.due = nil
        },
        Row(.paused, "W is paused, so it updates only when you refresh it.") {
            $0.isPaused = true
            $0.fail(.app)
            $0.due = nil
        },
        Row(.hidden, "W isn’t updated while no panel is visible.") {
            $0.interval = 0
            $0.due = nil
        },
        Row(.hidden, "W isn’t updated while no panel is visible; its app asked for an update in 5 s.") {
            $0.interval = 0
            $0.due = .init(now + 5 * second, .nextUpdate)
        },
        Row(.interval, "W hasn’t been updated yet; the next update is in 13 min.") { $0.confirmedAt = nil },
        Row(
            .interval,
            "W hasn’t been updated since Today started and shows earlier content; the next update is in 13 min."
        ) {
            $0.confirmedAt = nil
            $0.isSnapshot = true
        },
        Row(.interval, "W was updated 100 s ago; an update is about to start.") {
            $0.due = .init(now, .interval)
        },
        Row(.interval, "W was updated 100 s ago; an update is about to start.") {
            $0.interval = 0
            $0.due = .init(0, .hasContent)
        },
        Row(.interval, "W became due while the computer was suspended; the next update is in 3 s.") {
            $0.due = .init(now + 3 * second, .wake)
        },
        Row(.interval, "W was updated 100 s ago; no update is planned.") { $0.due = nil },
    ])
    func itIsOneTrueSentence(_ row: Row) {
        let explanation = row.standing.explanation
        #expect(explanation.reason == row.reason)
        #expect(explanation.message == row.message)
    }

    /// The reason that is named first when several apply: all combinations.
    @Test func whatHasToChangeFirstIsNamed() {
        var reasons: Set<FreshnessReason> = []
        for standing in Self.combinations {
            let (reason, message) = standing.explanation
            reasons.insert(reason)
            #expect(reason == Self.expected(standing), "\(standing)")
            #expect(message.hasSuffix(".") && !message.contains(". ") && message.contains("W"), "\(message)")
        }
        #expect(reasons == Set(FreshnessReason.allCases))
    }

    private static func expected(_ it: FreshnessReport) -> FreshnessReason {
        let wish = it.due.map { $0.time > it.now && $0.reason == .nextUpdate } ?? true
        let isLate = it.due.map { $0.time <= it.now || $0.reason == .wake } ?? (it.interval > 0)
        let order: [(Bool, FreshnessReason)] = [
            (it.activity != .none, .updating), (!it.hasContent, .noContent), (!it.isArranged, .notArranged),
            (it.provider != .available, .noProvider), (it.retryAt != nil, .suspended),
            (it.isPaused, .paused),
            (it.errorKind == .timedOut, .deadline), (it.errorKind == .memory, .memory),
            (it.errorKind != nil, .interval),
            (it.interval == 0 && !it.isViewing && wish, .hidden), (it.confirmedAt == nil || isLate, .interval),
        ]
        return order.first { $0.0 }?.1 ?? .fresh
    }

    private static var combinations: [FreshnessReport] {
        var all = [FreshnessReport()]
        func vary<Value>(_ key: WritableKeyPath<FreshnessReport, Value>, _ values: [Value]) {
            all = all.flatMap { standing in
                values.map { value in
                    var standing = standing
                    standing[keyPath: key] = value
                    return standing
                }
            }
        }
        vary(\.name, ["W"])
        vary(\.now, [now])
        vary(\.activity, FreshnessReport.Activity.allCases)
        vary(\.provider, FreshnessReport.Provider.allCases)
        vary(\.hasContent, [false, true])
        vary(\.isArranged, [false, true])
        vary(\.retryAt, [nil, now + second])
        vary(\.isPaused, [false, true])
        vary(\.errorKind, [nil, .timedOut, .memory, .app])
        vary(\.hasFailed, [true])
        vary(\.interval, [0, 900 * second])
        vary(\.confirmedAt, [nil, now - second])
        vary(\.isViewing, [false, true])
        let dues: [UpdateTiming.Due?] = [UpdateReason.interval, .nextUpdate, .wake].flatMap {
            [UpdateTiming.Due(now - second, $0), UpdateTiming.Due(now + second, $0)]
        }
        vary(\.due, [nil] + dues)
        return all
    }

    // MARK: All reasons

    /// They are in the order of the explanation, whose reason is the first of them but for the kind of a failure.
    @Test func allReasonsAreInOrder() {
        let kinds = Set(FreshnessReason.allCases.map(\.rawValue) + ErrorKind.ofWidgets.map(\.rawValue))
            .union(["pending", "snapshot", "state-not-stored"])
        for report in Self.combinations {
            let causes = report.causes
            #expect(!causes.isEmpty && causes.allSatisfy { kinds.contains($0.kind) }, "\(report)")
            #expect(Set(causes.map(\.kind)).count == causes.count, "\(report)")
            let reason = report.explanation.reason
            let first = causes[0].kind
            switch reason {
            case .deadline, .memory: #expect(first == report.errorKind?.rawValue, "\(report)")
            case .interval:
                let isOne = first == "interval" || first == "pending" || first == report.errorKind?.rawValue
                #expect(isOne, "\(report)")
            default: #expect(first == reason.rawValue, "\(report)")
            }
        }
    }

    @Test func whenTheReasonsAreAbout() {
        var report = FreshnessReport()
        report.now = Self.now
        report.confirmedAt = Self.now - Self.second
        report.interval = 900 * Self.second
        report.due = .init(Self.now + 899 * Self.second, .interval)
        #expect(report.causes == [.init(kind: "fresh", at: Self.now - Self.second)])
        report.fail(.crashed)
        report.failures = 3
        report.isSnapshot = true
        report.stateTrouble = StateTrouble("")
        #expect(
            report.causes == [
                .init(kind: "crashed", at: Self.now - Self.second, count: 3),
                .init(kind: "interval", at: Self.now + 899 * Self.second), .init(kind: "snapshot"),
                .init(kind: "state-not-stored"),
            ])
        report.retryAt = Self.now + Self.second
        #expect(report.causes[0] == .init(kind: "suspended", at: Self.now + Self.second, count: 3))
        report.isPaused = true
        #expect(report.causes.map(\.kind) == ["suspended", "paused", "crashed", "snapshot", "state-not-stored"])
        report = FreshnessReport()
        report.due = .init(0, .interval)
        #expect(report.causes == [.init(kind: "pending", at: 0)])
    }
}

extension FreshnessReport {
    fileprivate mutating func fail(_ kind: ErrorKind) { (errorKind, hasFailed) = (kind, true) }
}
