import NotificationCenter
import TodayModel

/// The examples in Swift of `data/docs/content-gallery.md`, by kind. No Foundation here: it has names of content, too.
enum GalleryContent {
    static let all = [
        "text": text,
        "image": image,
        "progress": progress,
        "chart": chart,
        "timer": timer,
        "clock": clock,
        "button": button,
        "toggle": toggle,
        "checkbox": checkbox,
        "slider": slider,
        "entry": entry,
        "column": column,
        "row": row,
        "grid": grid,
        "list": list,
        "section": section,
        "divider": divider,
        "spacer": spacer,
    ]

    /// Returns the only node.
    private static func one(@ContentBuilder _ nodes: () -> [WidgetContent]) -> WidgetContent { nodes()[0] }

    private static let text = one {
        Column(spacing: 2) {
            Text("Rain at noon", style: .title)
            Text("Stockholm", style: .headline)
            Text("Take an umbrella.")
            Text("From the national weather service", style: .caption, color: .secondary)
            Text("Gusts up to 18 m/s", color: .warning)
        }
    }

    private static let image = one {
        Row(spacing: 12, alignment: .center) {
            Image(icon: "weather-showers", width: 48, description: "Rain")
            Text("Rain at noon", style: .headline)
        }
    }

    private static let progress = one {
        Row(spacing: 12, alignment: .center) {
            Progress(value: 0.42, style: .circle, label: "42%")
            Progress(value: 0.88, color: .warning, label: "88%")
        }
    }

    private static let chart = one {
        Chart(
            [12, 14, 13, 18, 21, 19, 16], style: .area, label: "Temperature", unit: "°",
            showsValues: [.least, .most, .last])
    }

    private static var timer: WidgetContent {
        let newYear = Timestamp(microseconds: 1_798_761_600_000_000)
        return one {
            Row {
                Timer(until: newYear, finishedText: "Happy New Year")
                Spacer()
                Timer(until: newYear, style: .relative)
            }
        }
    }

    private static let clock = one {
        Row(alignment: .center) {
            Text("Tokyo")
            Spacer()
            Clock(zone: "Asia/Tokyo")
        }
    }

    private static let button = one {
        Row {
            Button("Start", icon: "media-playback-start", style: .prominent).action("start")
            Button("Reset").action("reset")
            Button("Delete", style: .destructive).action("delete")
            Button("Details", style: .link).url("https://example.org/")
        }
    }

    private static let toggle = one {
        Toggle("Lamp in the hall", isOn: true).action("lamp")
    }

    private static let checkbox = one {
        Column {
            Checkbox("Call Ann about the boat", isChecked: true).action("ann")
            Checkbox("Buy rye bread", isChecked: false).action("bread")
        }
    }

    private static let slider = one {
        Slider("Volume", value: 40, in: 0...100, step: 5).action("volume")
    }

    private static let entry = one {
        Entry("Add a task", placeholder: "Add a task…").action("add")
    }

    private static let column = one {
        Column(alignment: .center) {
            Text("14°", style: .title)
            Text("Few clouds")
        }
    }

    private static let row = one {
        Row(spacing: 12) {
            Text("14°", style: .title)
            Column(spacing: 0) {
                Text("Few clouds", style: .headline)
                Text("Stockholm", style: .caption)
            }
        }
    }

    private static let grid = one {
        Grid(columns: 3) {
            Text("23%", style: .headline)
            Text("61%", style: .headline)
            Text("88%", style: .headline, color: .warning)
            for name in ["Processor", "Memory", "Disk"] { Text(name, style: .caption) }
        }
    }

    private static let list = one {
        List(visibleRows: 2) {
            Text("09:12 to Uppsala")
            Text("09:27 to Märsta")
            Text("09:42 to Uppsala")
        }
    }

    private static let section = one {
        Section("Main branch", expanded: true) {
            Text("✓ Build", color: .success)
            Text("✗ Tests", color: .error)
        }
    }

    private static let divider = one {
        Column {
            Text("Design review")
            Divider()
            Text("Lunch with Ann")
        }
    }

    private static let spacer = one {
        Row {
            Text("Harbor Café")
            Spacer()
            Text("72%", color: .secondary)
        }
    }
}
