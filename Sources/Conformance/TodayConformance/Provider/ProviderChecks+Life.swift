internal import DBus
internal import DBusTesting
internal import Glibc
internal import PlayedCenter
internal import TodayPlatform
internal import TodayModel

/// The checks of registrations and pushes, of a center restart, and of the end of a program.
extension ProviderChecks {
    // MARK: Registrations and pushes

    var registering: [Check] {
        [
            checkCalls("RegisterWidget", "P-70", title: "its registrations are valid") { call in
                do { _ = try WidgetDefinition(call.values) } catch {
                    throw Failure(
                        given: "RegisterWidget of \(call.identifier)", expected: "a valid definition", seen: "\(error)")
                }
            },
            checkCalls("RegisterWidget", "P-71", title: "its registrations have valid identifiers") { call in
                let element = /[A-Za-z_][A-Za-z0-9_-]*/
                let elements = call.identifier.split(at: ".", omittingEmptySubsequences: false)
                let isValid = elements.count > 1 && elements.allSatisfy { $0.wholeMatch(of: element) != nil }
                if !isValid || call.identifier.utf8.count > 240 {
                    throw Failure(expected: "an identifier", seen: call.identifier.debugDescription)
                }
            },
            Check("P-72", title: "its registered objects answer at once") { [trial] in
                if try await trial.manifest() != nil { throw Skipped(reason: "the manifest says who provides it") }
                _ = try await trial.place()
                for place in try await trial.places() {
                    let answer = try await trial.update(place, reason: "start")
                    if answer.isMissing { throw answer.failure("an answer") }
                    try answer.expectGiven()
                }
            },
            checkCalls("UpdateWidget", "P-74", title: "its pushes are valid") { call in
                let changes = call.values
                let fault =
                    ChangesFault.values(of: changes) ?? ChangesFault.content(of: changes)
                    ?? ChangesFault.unit(of: changes) ?? ChangesFault.mode(of: changes, largest: "expanded")
                if let fault {
                    throw Failure(
                        given: "UpdateWidget of \(call.identifier)", expected: "valid changes", seen: fault)
                }
            },
        ]
    }

    /// Returns a check that applies to every call of one method that the program has made.
    private func checkCalls(
        _ member: MemberName, _ rules: RuleID..., title: String, _ body: @escaping @Sendable (PlayedCall) throws -> Void
    ) -> Check {
        Check(rules, title: title) { [trial] in
            do { _ = try await trial.place() } catch is Skipped {
                // A program that only pushes does so until it ends.
                _ = try? await trial.program?.finished(within: trial.limits.others)
            }
            let calls = await trial.calls().filter { $0.member == member }
            if calls.isEmpty { throw Skipped(reason: "it has not called \(member)") }
            for call in calls { try body(call) }
        }
    }

    // MARK: Other centers

    var otherCenters: [Check] {
        [
            check("P-9", title: "it answers another center") { trial, place in
                if try await trial.manifest() == nil { throw Skipped(reason: "it registers its widgets again, or not") }
                let first = try await trial.update(place)
                try await trial.restartCenter()
                try await trial.update(place, reason: "start").expect(asGoodAs: first)
            },
            Check("P-73", title: "it registers again with another center") { [trial] in
                if try await trial.manifest() != nil { throw Skipped(reason: "the manifest says who provides it") }
                _ = try await trial.place()
                let former = await trial.registrations().filter { call in
                    call.values["ObjectPath"] != nil && call.values["BusName"] == nil && call.values["Exec"] == nil
                }
                if former.isEmpty { throw Skipped(reason: "it has no widget at ObjectPath alone") }
                try await trial.restartCenter()
                let wish = Set(former.map(\.identifier))
                do {
                    try await trial.stage().calls.wait(within: trial.limits.others) { calls in
                        wish.isSubset(of: calls.filter { $0.member == "RegisterWidget" }.map(\.identifier))
                    }
                } catch {
                    let again = await trial.registrations().map(\.identifier)
                    throw Failure(
                        expected: "RegisterWidget of \(wish.sorted().joined(separator: ", "))",
                        seen: again.isEmpty ? "none" : again.joined(separator: ", "))
                }
            },
        ]
    }

    // MARK: Ending

    /// Returns a check of a program that the center starts and ends.
    private func checkProgram(
        _ rules: RuleID..., title: String,
        _ body: @escaping @Sendable (ProviderTrial, ProviderSubject.Place) async throws -> Void
    ) -> Check {
        Check(rules, title: title) { [trial] in
            if try await trial.manifest() == nil { throw Skipped(reason: "it registered itself") }
            try await body(trial, try await trial.place())
        }
    }

    var ending: [Check] {
        [
            checkProgram("P-6", title: "a second program ends, because the name is taken") { trial, _ in
                let second = try await trial.launch()
                defer { if second.isRunning { second.signal(SIGKILL) } }
                guard let output = try? await second.finished(within: trial.limits.others) else {
                    throw Failure(expected: "its end", seen: "still running after \(trial.limits.others)")
                }
                if output.exit == .status(0) {
                    throw Failure(expected: "another status than 0", seen: "\(output.exit)")
                }
            },
            checkProgram("P-46", "P-47", title: "it replies to EndRequest, and ends") { trial, place in
                let answer = try await trial.end(place)
                try await trial.watchEnd { program in
                    if answer.isMissing { program.signal(SIGTERM) } else { try answer.expectReply() }
                    guard (try? await program.finished(within: trial.limits.ending)) != nil else {
                        throw Failure(
                            given: answer.isMissing ? "SIGTERM, as it has no EndRequest" : "EndRequest",
                            expected: "its end within \(trial.limits.ending)", seen: "still running")
                    }
                }
            },
            checkProgram("P-48", title: "it ends with status 0") { trial, place in
                let answer = try await trial.end(place)
                try await trial.watchEnd { program in
                    if answer.isMissing { throw Skipped(reason: "it has no EndRequest") }
                    let output = try? await program.finished(within: trial.limits.ending)
                    if output?.exit != .status(0) {
                        throw Failure(
                            given: "EndRequest", expected: "exit status 0",
                            seen: output.map { "\($0.exit)" } ?? "still running")
                    }
                }
            },
            Check("P-8", title: "it works without BeginRequest") { [trial] in
                if try await trial.manifest() == nil { throw Skipped(reason: "it never gets BeginRequest") }
                let greeted = try await trial.update(try await trial.place())
                await trial.stopProgram()
                let place = try await trial.place(startsWithBegin: false)
                try await trial.update(place).expect(asGoodAs: greeted)
            },
            checkProgram("P-49", title: "it ends with the session bus") { trial, _ in
                try await trial.watchEnd { program in
                    await trial.closeBus()
                    guard (try? await program.finished(within: trial.limits.others)) != nil else {
                        throw Failure(expected: "its end", seen: "still running after \(trial.limits.others)")
                    }
                }
            },
        ]
    }
}
