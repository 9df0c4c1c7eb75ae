import QtQuick 2.15

ConfigForm {
    property alias cfg_widgets: form.chosen
    property alias cfg_showText: form.showsText

    id: form
}
