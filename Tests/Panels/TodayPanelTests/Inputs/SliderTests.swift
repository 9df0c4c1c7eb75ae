#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct SliderTests {
        private func content(_ value: Double, _ more: String = #","action":"volume""#) -> String {
            #"""
            {"kind":"column","children":[{"kind":"text","text":"Sound"},
              {"kind":"slider","id":"v","label":"Volume","value":\#(value),"maximum":100,"step":5\#(more)}]}
            """#
        }

        private func slider(_ desk: PanelDesk) async throws -> AccessibleNode {
            let tree = try await desk.accessibility.wait(for: "a slider") { $0.first("slider", "Volume") != nil }
            return try #require(tree.first("slider", "Volume"))
        }

        @Test func itSendsTheNearestNumberOfItsSteps() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content(40))
                try await desk.startPanel("--show")
                let slider = try await slider(desk)
                try await desk.accessibility.wait(slider, isAt: 40)
                try await desk.accessibility.set(slider, to: 72)
                let taps = try await provider.taps.wait { !$0.isEmpty }
                #expect(
                    taps == [
                        .init(action: "volume", parameters: [.double(70)], node: .string("v"), hasRevision: true)
                    ])
                // The widget hasn't changed its number.
                try await desk.accessibility.wait(slider, isAt: 40)
                // During the call, the user's number is shown.
                provider.isAnswering.change { $0 = false }
                try await desk.accessibility.set(slider, to: 91)
                try await provider.taps.wait { $0.count == 2 }
                try await desk.accessibility.wait(slider, isAt: 90)
                try await desk.client.updateWidget(
                    NotingProvider.identifier, ["Content": .string(content(20).replacing("Sound", with: "Quiet"))])
                try await desk.accessibility.wait(forText: "Quiet")
                try await desk.accessibility.wait(slider, isAt: 90)
                provider.isAnswering.change { $0 = true }
                try await desk.accessibility.wait(slider, isAt: 20)
            }
        }

        @Test func keysMoveItByAStep() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content(40))
                try await desk.startPanel("--show")
                let slider = try await slider(desk)
                try await desk.focusPanel()
                for _ in 0..<6 where try await !desk.accessibility.has(.focused, slider) {
                    try await desk.press("Tab")
                }
                try await desk.accessibility.wait(forFocusOn: "Volume")
                try await desk.press("Right")
                try await provider.taps.wait { $0.last?.parameters == [.double(45)] }
                try await desk.accessibility.wait(slider, isAt: 40)
                try await desk.press("Left")
                try await provider.taps.wait { $0.last?.parameters == [.double(35)] }
                try await desk.accessibility.wait(slider, isAt: 40)
                try await desk.press("End")
                try await provider.taps.wait { $0.last?.parameters == [.double(100)] }
            }
        }

        /// A handle that moves all the time makes at most 10 calls a second, and the last number is sent.
        @Test func manyMovementsAreFewCalls() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content(0))
                try await desk.startPanel("--show")
                let slider = try await slider(desk)
                let start = ContinuousClock.now
                for number in 1...300 {
                    try await desk.accessibility.set(slider, to: number == 300 ? 85 : Double(number % 20) * 5)
                }
                let taps = try await provider.taps.wait { $0.last?.parameters == [.double(85)] }
                let tenths = (ContinuousClock.now - start) / .milliseconds(100)
                #expect(Double(taps.count) <= tenths + 1, "\(taps.count) in \(tenths)")
                #expect(taps.count < 150)
                try await desk.accessibility.wait(slider, isAt: 0)
                // None follows.
                #expect(provider.taps.value.last?.parameters == [.double(85)])
            }
        }

        @Test func aDraggedHandleFollowsThePointer() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk, showing: content(50))
                try await desk.startPanel("--show")
                let slider = try await slider(desk)
                let area = try await desk.accessibility.area(of: slider)
                let y = area.y + area.height / 2
                try await desk.drag(
                    from: (x: area.x + area.width / 2, y: y), to: (x: area.x + area.width + 40, y: y))
                try await provider.taps.wait { $0.last?.parameters == [.double(100)] }
                try await desk.accessibility.wait(slider, isAt: 50)
                // The wheel scrolls Today, and changes no number.
                try await desk.movePointer(x: area.x + area.width / 2, y: y)
                try await desk.xdotool("click", "5")
                try await desk.xdotool("click", "4")
                try await desk.accessibility.set(slider, to: 10)
                let taps = try await provider.taps.wait { $0.last?.parameters == [.double(10)] }
                #expect(taps.dropLast().last?.parameters == [.double(100)])
            }
        }

        @Test func withoutAnActionItIsDisabled() async throws {
            try await withDesk { desk in
                _ = try await NotingProvider.start(desk, showing: content(50, ""))
                try await desk.startPanel("--show")
                #expect(try await !desk.accessibility.has(.sensitive, try await slider(desk)))
            }
        }
    }
#endif
