#if Panel
    import DBusTesting
    import DesktopTesting
    import TodayHost

    extension PanelDesk {
        /// The pixels of a part of the panel's window, by color.
        struct Colors {
            /// The colors with their numbers of pixels, the most frequent first.
            let counts: [(color: RGBColor, pixels: Int)]

            /// The color of most pixels.
            var ground: RGBColor { counts[0].color }
            /// The contrast between the ground and the color that differs most from it.
            var mostContrast: Double { counts.map { $0.color.contrast(to: ground) }.max() ?? 1 }
            /// The contrast between the two most frequent colors, as of a knob and its switch.
            var contrastOfSurfaces: Double { counts.count > 1 ? counts[1].color.contrast(to: ground) : 1 }

            func pixels(like condition: (RGBColor) -> Bool) -> Int {
                counts.filter { condition($0.color) }.map(\.pixels).reduce(0, +)
            }
        }

        /// Looks at the area of a node, in coordinates of the window.
        func colors(in area: AccessibleArea, _ camera: ScreenCamera) throws -> Colors {
            // The window is at the right edge of the screen.
            let left = 900 - 380 + area.x
            let bytes = try camera.picture(
                of: AccessibleArea(x: left, y: area.y, width: area.width, height: min(area.height, 800 - area.y)))
            var counts: [UInt32: Int] = [:]
            for pixel in stride(from: 0, to: bytes.count - 3, by: 4) {
                // Blue, green, red, and a byte without meaning.
                let number = UInt32(bytes[pixel + 2]) << 16 | UInt32(bytes[pixel + 1]) << 8 | UInt32(bytes[pixel])
                counts[number, default: 0] += 1
            }
            return Colors(
                counts: counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.compactMap { number, count in
                    RGBColor(
                        red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255,
                        blue: Double(number & 255) / 255
                    ).map { (color: $0, pixels: count) }
                })
        }

        /// Waits until a part of the window has stopped changing, and differs from a former picture of it.
        func picture(
            of area: AccessibleArea, _ camera: ScreenCamera, unlike former: [UInt8]?
        ) async throws -> [UInt8] {
            let part = AccessibleArea(x: 900 - 380 + area.x, y: area.y, width: area.width, height: area.height)
            var last: [UInt8]?
            let found: [UInt8]? = try await Accessibility.poll(within: .seconds(60)) {
                let picture = try camera.picture(of: part)
                if picture == last, picture != former { return picture }
                last = picture
                return nil
            }
            if let found { return found }
            throw Accessibility.AbsentError(description: "no other picture of \(area)")
        }
    }
#endif
