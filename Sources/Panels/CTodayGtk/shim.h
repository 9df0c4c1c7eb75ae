/* GTK 4 as Swift can see it.
 *
 * Swift imports functions and structs, but neither macros with a cast or a call
 * in them nor variadic functions. Each inline function below wraps one of
 * those and contains no logic.
 */
#ifndef TODAYCENTER_CGTK_SHIM_H
#define TODAYCENTER_CGTK_SHIM_H

#if !__has_include(<gtk/gtk.h>)
#error "The panel takes GTK 4 (Debian: apt-get install libgtk-4-dev). Without --traits Panel everything else is built."
#endif

#include <glib-unix.h>
#include <gtk/gtk.h>

/* `GTK_TYPE_*` are calls behind macros, and `GTK_IS_*` casts around them. */
static inline gboolean cgtk_is_gesture_click(gpointer object) { return GTK_IS_GESTURE_CLICK(object); }
static inline gboolean cgtk_is_scroll_controller(gpointer object) { return GTK_IS_EVENT_CONTROLLER_SCROLL(object); }
static inline gboolean cgtk_is_column(GtkWidget *widget) {
    GtkLayoutManager *layout = gtk_widget_get_layout_manager(widget);
    return GTK_IS_BOX(widget) && GTK_IS_BOX_LAYOUT(layout)
        && gtk_orientable_get_orientation(GTK_ORIENTABLE(widget)) == GTK_ORIENTATION_VERTICAL;
}
static inline gboolean cgtk_has_custom_layout(GtkWidget *widget) {
    return GTK_IS_CUSTOM_LAYOUT(gtk_widget_get_layout_manager(widget));
}
static inline gboolean cgtk_is_bin(GtkWidget *widget) {
    return GTK_IS_BIN_LAYOUT(gtk_widget_get_layout_manager(widget));
}
static inline gboolean cgtk_is_grid(gpointer object) { return GTK_IS_GRID(object); }
static inline gboolean cgtk_is_label(gpointer object) { return GTK_IS_LABEL(object); }
static inline gboolean cgtk_is_input(gpointer object) { return GTK_IS_EDITABLE(object) || GTK_IS_RANGE(object); }

/* `G_TYPE_BOOLEAN` and the like are casts in macros. */
static inline gboolean cgtk_value_is_boolean(const GValue *value) { return G_VALUE_HOLDS_BOOLEAN(value); }
static inline gboolean cgtk_value_is_int(const GValue *value) { return G_VALUE_HOLDS_INT(value); }

/* Reading and setting a property, and updating accessible properties and
 * states, are variadic. */
static inline gboolean cgtk_get_boolean(gpointer object, const char *name) {
    gboolean value = FALSE;
    g_object_get(object, name, &value, NULL);
    return value;
}
static inline int cgtk_get_int(gpointer object, const char *name) {
    int value = 0;
    g_object_get(object, name, &value, NULL);
    return value;
}
/* The caller frees the result with `g_free`. */
static inline char *cgtk_copy_string(gpointer object, const char *name) {
    char *value = NULL;
    g_object_get(object, name, &value, NULL);
    return value;
}
static inline void cgtk_set_boolean(gpointer object, const char *name, gboolean value) {
    g_object_set(object, name, value, NULL);
}
static inline void cgtk_set_string(gpointer object, const char *name, const char *value) {
    g_object_set(object, name, value, NULL);
}
static inline void cgtk_set_accessible_label(GtkWidget *widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
static inline void cgtk_reset_accessible_label(GtkWidget *widget) {
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}
static inline void cgtk_set_accessible_description(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
static inline void cgtk_set_accessible_busy(GtkWidget *widget, gboolean busy) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}
static inline void cgtk_set_accessible_expanded(GtkWidget *widget, gboolean expanded) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
}
static inline void cgtk_set_accessible_checked(GtkWidget *widget, gboolean checked) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_CHECKED,
        checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}
/* The role is a property for construction only. */
static inline GtkWidget *cgtk_checkbox_new(void) {
    return GTK_WIDGET(g_object_new(GTK_TYPE_TOGGLE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_CHECKBOX, NULL));
}
static inline void cgtk_set_accessible_hidden(GtkWidget *widget, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}
static inline void cgtk_set_accessible_invalid(GtkWidget *widget, gboolean invalid) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
        invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}
static inline void cgtk_set_accessible_has_popup(GtkWidget *widget) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE, -1);
}
/* GTK 4.10 adds GtkFileDialog and deprecates GtkFileChooserNative. Every later
 * GTK 4 has both. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
static inline gpointer cgtk_file_chooser_new(const char *title, GtkWindow *parent, gboolean folder) {
    return gtk_file_chooser_native_new(
        title, parent, folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
}
/* For a file, `set_file` opens its folder. */
static inline void cgtk_file_chooser_set_path(gpointer chooser, const char *path) {
    GFile *file = g_file_new_for_path(path);
    gtk_file_chooser_set_file(GTK_FILE_CHOOSER(chooser), file, NULL);
    g_object_unref(file);
}
/* The caller frees the result with `g_free`. It is null if nothing is chosen, or
 * if the choice has no path. */
static inline char *cgtk_file_chooser_copy_path(gpointer chooser) {
    GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser));
    char *path = file ? g_file_get_path(file) : NULL;
    g_clear_object(&file);
    return path;
}
static inline void cgtk_native_dialog_show(gpointer dialog) { gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog)); }
static inline void cgtk_native_dialog_destroy(gpointer dialog) { gtk_native_dialog_destroy(GTK_NATIVE_DIALOG(dialog)); }
G_GNUC_END_IGNORE_DEPRECATIONS
/* GTK 4.10 deprecates styles of a single widget without a replacement. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
static inline void cgtk_add_style(GtkWidget *widget, GtkCssProvider *provider) {
    gtk_style_context_add_provider(
        gtk_widget_get_style_context(widget), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
}
G_GNUC_END_IGNORE_DEPRECATIONS
/* `G_LIST_MODEL` is a cast in a macro. */
static inline GListModel *cgtk_list_model(gpointer object) { return G_LIST_MODEL(object); }
/* The role of a widget can be set only when `g_object_new` creates it. */
static inline GtkWidget *cgtk_box_with_role(GtkOrientation orientation, int spacing, GtkAccessibleRole role) {
    return g_object_new(
        GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing, "accessible-role", role, NULL);
}
static inline GtkWidget *cgtk_label_with_role(GtkAccessibleRole role) {
    return g_object_new(GTK_TYPE_LABEL, "accessible-role", role, NULL);
}
static inline GtkWidget *cgtk_grid_with_role(GtkAccessibleRole role) {
    return g_object_new(GTK_TYPE_GRID, "accessible-role", role, NULL);
}
static inline GtkWidget *cgtk_overlay_with_role(GtkAccessibleRole role) {
    return g_object_new(GTK_TYPE_OVERLAY, "accessible-role", role, NULL);
}
static inline GtkWidget *cgtk_drawing_area_with_role(GtkAccessibleRole role) {
    return g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", role, NULL);
}

/* libdispatch's side of a foreign run loop. The library exports both, but its
 * headers on Linux don't declare them; CoreFoundation uses the same two. The
 * handle is an eventfd. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

#endif
