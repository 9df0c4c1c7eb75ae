import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.plasma.plasmoid 2.0
import org.kde.plasma.core 2.0 as PlasmaCore

Item {
    id: root

    readonly property bool isPlanar: Plasmoid.formFactor === PlasmaCore.Types.Planar

    Plasmoid.icon: "dashboard-show"
    Plasmoid.toolTipMainText: "Today"
    Plasmoid.toolTipSubText: ""
    Plasmoid.switchWidth: 240
    Plasmoid.switchHeight: 160
    Plasmoid.preferredRepresentation: isPlanar ? Plasmoid.fullRepresentation : Plasmoid.compactRepresentation

    Plasmoid.compactRepresentation: Compact {
        line: today.line
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
        // Who looks keeps widgets updated, so nobody looks while nothing is seen.
        isActive: root.isPlanar || Plasmoid.expanded || Plasmoid.configuration.showText
    }
}
