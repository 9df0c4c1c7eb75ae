import QtQuick
import org.kde.plasma.plasmoid
import org.kde.plasma.core as PlasmaCore
import "today/words.mjs" as Words

PlasmoidItem {
    id: root

    readonly property bool isInPanel: Plasmoid.formFactor === PlasmaCore.Types.Horizontal
        || Plasmoid.formFactor === PlasmaCore.Types.Vertical

    toolTipMainText: Words.say("today")
    toolTipSubText: ""
    // Elsewhere it is the whole view, however small that is.
    switchWidth: isInPanel ? 240 : 0
    switchHeight: isInPanel ? 160 : 0
    preferredRepresentation: isInPanel ? compactRepresentation : fullRepresentation

    compactRepresentation: Compact {
        line: today.line
        isVertical: Plasmoid.formFactor === PlasmaCore.Types.Vertical
        showsText: Plasmoid.configuration.showText
        onClicked: root.expanded = !root.expanded
    }

    fullRepresentation: Full {
        center: today
        // Plasma 6 opens a popup as high as it was when it was closed last, with whatever was in it then.
        isWhole: root.isInPanel
    }

    Shell {
        id: shell
    }

    Center {
        id: today

        shell: shell
        widgets: Plasmoid.configuration.widgets || []
        // Who looks keeps widgets updated, so nobody looks while nothing is seen.
        isActive: !root.isInPanel || root.expanded || Plasmoid.configuration.showText
    }
}
