#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayModel

    /// Looks at the panel change from one content to another.
    struct Film {
        let desk: PanelDesk
        let widget: WidgetIdentifier
        private let camera: ScreenCamera
        /// The area of the screen that is filmed: everything below the header of the only card, whose age may change at
        /// any time.
        private let area: AccessibleArea
        private let takes = WatchedValue(0)

        /// Looks below the heading of the only card that is shown, where `text` stands first.
        init(_ desk: PanelDesk, of widget: WidgetIdentifier, below text: String) async throws {
            self.desk = desk
            self.widget = widget
            camera = try ScreenCamera(desk.screen)
            let tree = try await desk.accessibility.wait(forText: text)
            guard let node = tree.all.first(where: { $0.name == text }) else {
                throw Accessibility.AbsentError(description: text)
            }
            let top = try await desk.accessibility.area(of: node).y
            area = AccessibleArea(x: 900 - 380, y: top, width: 380, height: 400)
        }

        /// Has the widget show something, and returns how that looks in the end: a picture that stays.
        func settle(on content: String) async throws -> [UInt8] {
            takes.change { $0 += 1 }
            // The accessible label can't be seen, and shows when the panel has the content.
            let name = "Take \(takes.value)"
            try await push(#"{"accessible-label":"\#(name)","# + content.dropFirst())
            try await desk.accessibility.wait(forText: name)
            return try await still(content)
        }

        /// Returns the picture of the area when nothing moves.
        func still(_ what: String) async throws -> [UInt8] {
            var former: [UInt8]?
            let found: [UInt8]? = try await Accessibility.poll(within: .seconds(60)) {
                let picture = try camera.picture(of: area)
                if former == picture { return picture }
                former = picture
                // A panel that has no time to draw does not move either; one that answers has had some.
                _ = try await desk.accessibility.read()
                return nil
            }
            if let found { return found }
            throw Accessibility.AbsentError(description: "no end of the motion to \(what)")
        }

        /// Waits until a picture fulfils a condition.
        func wait(for wish: String, _ condition: ([UInt8]) -> Bool) async throws {
            let found: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                condition(try camera.picture(of: area)) ? true : nil
            }
            if found == nil { throw Accessibility.AbsentError(description: "never seen: \(wish)") }
        }

        /// Looks until so many different pictures have been seen, and returns their number.
        func differentPictures(_ wanted: Int) async throws -> Int {
            var seen: Set<[UInt8]> = []
            _ = try await Accessibility.poll(within: .seconds(60)) {
                seen.insert(try camera.picture(of: area))
                return seen.count >= wanted ? true : nil
            }
            return seen.count
        }

        func push(_ content: String) async throws {
            _ = try await desk.client.updateWidget(widget, ["Content": .string(content)])
        }

        /// Makes the widget show something, and counts the pictures that show neither the content before nor the final
        /// content.
        func picturesBetween(_ first: [UInt8], _ last: [UInt8], showing content: String) async throws -> Int {
            try await push(content)
            var seen: Set<[UInt8]> = []
            let count: Int? = try await poll(within: .seconds(60), every: .milliseconds(3)) {
                let picture = try camera.picture(of: area)
                if picture == last { return seen.count }
                if picture != first { seen.insert(picture) }
                return nil
            }
            if let count { return count }
            throw Accessibility.AbsentError(description: "no end of the motion to \(content)")
        }
    }
#endif
