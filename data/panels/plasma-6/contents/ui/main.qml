import QtQuick
import org.kde.plasma.plasmoid
import org.kde.plasma.core as PlasmaCore

PlasmoidItem {
    id: root

    readonly property bool isPlanar: Plasmoid.formFactor === PlasmaCore.Types.Planar

    toolTipMainText: "Today"
    toolTipSubText: ""
    switchWidth: 240
    switchHeight: 160
    preferredRepresentation: isPlanar ? fullRepresentation : compactRepresentation

    compactRepresentation: Compact {
        line: today.line
        isVertical: Plasmoid.formFactor === PlasmaCore.Types.Vertical
        showsText: Plasmoid.configuration.showText
        onClicked: root.expanded = !root.expanded
    }

    fullRepresentation: Full {
        center: today
    }

    Shell {
        id: shell
    }

    Center {
        id: today

        shell: shell
        widgets: Plasmoid.configuration.widgets || []
        // Who looks keeps widgets updated, so nobody looks while nothing is seen.
        isActive: root.isPlanar || root.expanded || Plasmoid.configuration.showText
    }
}
