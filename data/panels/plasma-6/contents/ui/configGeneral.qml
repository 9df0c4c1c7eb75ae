import QtQuick
import org.kde.kcmutils as KCM

KCM.SimpleKCM {
    property alias cfg_widgets: form.chosen
    property alias cfg_showText: form.showsText

    ConfigForm {
        id: form
    }
}
