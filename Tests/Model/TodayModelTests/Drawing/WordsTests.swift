import Testing
import TodayModel

/// The words for nodes, and for lists that are cut off.
@Suite struct WordsTests {
    private func attributes(_ kind: NodeKind, _ more: (inout NodeAttributes) -> Void = { _ in }) -> NodeAttributes {
        var attributes = NodeAttributes(kind)
        more(&attributes)
        return attributes
    }

    @Test func everyControlAndPictureIsSpokenOf() {
        #expect(attributes(.button(label: "Go", icon: "go-next", style: .normal)).spokenName == "Go")
        #expect(attributes(.button(label: "", icon: "go-next", style: .normal)).spokenName == "Control")
        #expect(attributes(.section(label: "Inbox", isExpanded: false)).spokenName == "Inbox")
        #expect(attributes(.section(label: "", isExpanded: false)) { $0.tooltip = "Mail" }.spokenName == "Mail")
        let next = attributes(.button(label: "", icon: "go-next", style: .normal)) {
            $0.tap = .action("skip", parameter: nil)
        }
        #expect(next.spokenName == "skip")
        #expect(attributes(.toggle(label: "", value: true)) { $0.tooltip = "Light" }.spokenName == "Light")
        #expect(
            attributes(.toggle(label: "", value: true)) { $0.tap = .action("lamp", parameter: nil) }.spokenName
                == "lamp")
        #expect(attributes(.toggle(label: "", value: true)).spokenName == "Control")
        #expect(attributes(.image(.none, width: nil, height: nil, description: nil)).spokenName == "Picture")
        #expect(attributes(.image(.icon("folder"), width: nil, height: nil, description: nil)).spokenName == "")
        #expect(attributes(.image(.icon("folder"), width: nil, height: nil, description: "Work")).spokenName == "Work")
        #expect(attributes(.image(.data([]), width: nil, height: nil, description: "A cat")).spokenName == "A cat")
        #expect(attributes(.progress(0.666, style: .bar)).spokenName == "67%")
        #expect(attributes(.progress(nil, style: .circle)).spokenName == "In progress")
        #expect(attributes(.chart(DrawnChart([1]))).spokenName == "Chart of 1 value")
        #expect(attributes(.chart(DrawnChart([]))).spokenName == "Chart of 0 values")
        #expect(attributes(.progress(0.5, style: .bar)) { $0.accessibleLabel = "Half" }.spokenName == "Half")
    }

    @Test func whatIsReadInNodes() {
        #expect(attributes(.timer("0:05", isClock: true)).spokenText == "0:05")
        #expect(attributes(.progress(0.5, style: .bar)).spokenText == "50%")
        #expect(attributes(.progress(nil, style: .bar)).spokenText == "")
        #expect(attributes(.divider).spokenText == "" && attributes(.divider).spokenName == "")
    }

    @Test(arguments: [
        (5, 2, false, 2, "Show 3 More"), (5, 2, true, 5, "Show Less"), (2, 2, false, 2, nil), (2, 2, true, 2, nil),
        (5, 0, false, 5, nil), (5, -1, true, 5, nil), (0, 3, false, 0, nil),
    ])
    func longLists(_ count: Int, _ visible: Int, _ isOpen: Bool, _ shown: Int, _ button: String?) {
        let excerpt = ListExcerpt(of: count, visibleRows: visible, isOpen: isOpen)
        #expect(excerpt.shown == shown && excerpt.button == button)
    }
}
