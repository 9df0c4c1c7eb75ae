import QtQuick
import org.kde.plasma.plasmoid
import org.kde.plasma.core as PlasmaCore

PlasmoidItem {
    id: root

    readonly property bool isInPanel: Plasmoid.formFactor === PlasmaCore.Types.Horizontal
        || Plasmoid.formFactor === PlasmaCore.Types.Vertical

    toolTipMainText: today.name
    toolTipSubText: ""
    // Outside a panel, it shows the whole view, even if that is small.
    switchWidth: isInPanel ? 240 : 0
    switchHeight: isInPanel ? 160 : 0
    preferredRepresentation: isInPanel ? compactRepresentation : fullRepresentation

    compactRepresentation: Compact {
        line: today.line
        name: today.name
        isVertical: Plasmoid.formFactor === PlasmaCore.Types.Vertical
        showsText: Plasmoid.configuration.showText
        onClicked: root.expanded = !root.expanded
    }

    fullRepresentation: Full {
        center: today
        // Plasma 6 opens a popup as high as it was before, even if its content has changed.
        isWhole: root.isInPanel
    }

    Shell {
        id: shell
    }

    Center {
        id: today

        shell: shell
        widgets: Plasmoid.configuration.widgets || []
        // An active view keeps widgets updated, so a hidden one must not be active.
        isActive: !root.isInPanel || root.expanded || Plasmoid.configuration.showText
    }
}
