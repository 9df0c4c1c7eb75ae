import QtQuick 2.15
import org.kde.plasma.configuration 2.0

ConfigModel {
    ConfigCategory {
        name: "General"
        icon: "dashboard-show"
        source: "configGeneral.qml"
    }
}
