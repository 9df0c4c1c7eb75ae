import QtQuick
import org.kde.kcmutils as KCM

KCM.SimpleKCM {
    property alias cfg_widgets: form.chosen
    property alias cfg_showText: form.showsText
    // Plasma also sets the default values.
    property var cfg_widgetsDefault
    property bool cfg_showTextDefault

    ConfigForm {
        id: form
    }
}
