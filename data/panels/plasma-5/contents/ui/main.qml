import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.plasma.plasmoid 2.0
import org.kde.plasma.core 2.0 as PlasmaCore

Item {
    id: root

    readonly property bool isInPanel: Plasmoid.formFactor === PlasmaCore.Types.Horizontal
        || Plasmoid.formFactor === PlasmaCore.Types.Vertical

    Plasmoid.icon: "dashboard-show"
    Plasmoid.toolTipMainText: today.name
    Plasmoid.toolTipSubText: ""
    // Outside a panel, it shows the whole view, even if that is small.
    Plasmoid.switchWidth: isInPanel ? 240 : 0
    Plasmoid.switchHeight: isInPanel ? 160 : 0
    Plasmoid.preferredRepresentation: isInPanel ? Plasmoid.compactRepresentation : Plasmoid.fullRepresentation

    Plasmoid.compactRepresentation: Compact {
        line: today.line
        name: today.name
        isVertical: Plasmoid.formFactor === PlasmaCore.Types.Vertical
        showsText: Plasmoid.configuration.showText
        onClicked: Plasmoid.expanded = !Plasmoid.expanded
    }

    Plasmoid.fullRepresentation: Full {
        center: today
    }

    Shell {
        id: shell
    }

    Center {
        id: today

        shell: shell
        widgets: Plasmoid.configuration.widgets || []
        // An active view keeps widgets updated, so a hidden one must not be active.
        isActive: !root.isInPanel || Plasmoid.expanded || Plasmoid.configuration.showText
    }
}
