import Testing
import TodayModel

/// The words for nodes, and for lists that are cut off.
@Suite struct WordsTests {
    private func look(_ kind: NodeKind, _ more: (inout NodeLook) -> Void = { _ in }) -> NodeLook {
        var look = NodeLook(kind)
        more(&look)
        return look
    }

    @Test func everyControlAndPictureIsSpokenOf() {
        #expect(look(.button(label: "Go", icon: "go-next", style: .normal)).spokenName == "Go")
        #expect(look(.button(label: "", icon: "go-next", style: .normal)).spokenName == "Control")
        #expect(look(.section(label: "Inbox", isExpanded: false)).spokenName == "Inbox")
        #expect(look(.section(label: "", isExpanded: false)) { $0.tooltip = "Mail" }.spokenName == "Mail")
        let next = look(.button(label: "", icon: "go-next", style: .normal)) {
            $0.tap = .action("skip", parameter: nil)
        }
        #expect(next.spokenName == "skip")
        #expect(look(.toggle(label: "", value: true)) { $0.tooltip = "Light" }.spokenName == "Light")
        #expect(look(.toggle(label: "", value: true)) { $0.tap = .action("lamp", parameter: nil) }.spokenName == "lamp")
        #expect(look(.toggle(label: "", value: true)).spokenName == "Control")
        #expect(look(.image(.none, width: nil, height: nil, description: nil)).spokenName == "Picture")
        #expect(look(.image(.icon("folder"), width: nil, height: nil, description: nil)).spokenName == "")
        #expect(look(.image(.icon("folder"), width: nil, height: nil, description: "Work")).spokenName == "Work")
        #expect(look(.image(.data([]), width: nil, height: nil, description: "A cat")).spokenName == "A cat")
        #expect(look(.progress(0.666, style: .bar)).spokenName == "67%")
        #expect(look(.progress(nil, style: .circle)).spokenName == "In progress")
        #expect(look(.chart([1], style: .line, minimum: nil, maximum: nil)).spokenName == "Chart of 1 value")
        #expect(look(.chart([], style: .line, minimum: nil, maximum: nil)).spokenName == "Chart of 0 values")
        #expect(look(.progress(0.5, style: .bar)) { $0.accessibleLabel = "Half" }.spokenName == "Half")
    }

    @Test func whatIsReadInNodes() {
        #expect(look(.timer("0:05", isClock: true)).spokenText == "0:05")
        #expect(look(.progress(0.5, style: .bar)).spokenText == "50%")
        #expect(look(.progress(nil, style: .bar)).spokenText == "")
        #expect(look(.divider).spokenText == "" && look(.divider).spokenName == "")
    }

    @Test(arguments: [
        (5, 2, false, 2, "Show More (3)"), (5, 2, true, 5, "Show Less"), (2, 2, false, 2, nil), (2, 2, true, 2, nil),
        (5, 0, false, 5, nil), (5, -1, true, 5, nil), (0, 3, false, 0, nil),
    ])
    func longLists(_ count: Int, _ visible: Int, _ isOpen: Bool, _ shown: Int, _ button: String?) {
        let excerpt = ListExcerpt(of: count, visibleRows: visible, isOpen: isOpen)
        #expect(excerpt.shown == shown && excerpt.button == button)
    }
}
