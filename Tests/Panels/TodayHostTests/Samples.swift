import DBus
import TodayModel

let usedSpace: WidgetIdentifier = "org.example.UsedSpace"
let list: WidgetIdentifier = "org.example.List"
let timer: WidgetIdentifier = "org.example.Timer"

/// 2024-01-01 12:00 UTC.
let noon = Timestamp(microseconds: 1_704_110_400_000_000)

func minutes(_ count: UInt64, before moment: Timestamp = noon) -> Timestamp {
    Timestamp(microseconds: moment.microseconds - count * 60_000_000)
}

func text(_ text: String) -> Content { Content(kind: "text", attributes: ["text": .string(text)]) }

func widget(_ identifier: WidgetIdentifier, _ name: String, _ content: Content = .empty) -> WidgetProperties {
    var widget = WidgetProperties(identifier: identifier)
    widget.name = name
    widget.content = content
    return widget
}
