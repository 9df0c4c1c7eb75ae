/* panel-gtk [--push] [--hide] FILE: the panel's window on GTK alone. It has no center: each line of the file is a card,
 * and all cards are built at once. A second run makes the first one show or hide its window.
 *
 * A line has the fields of a card, separated by tabs: its position from 0, its name, the text, the value of the bar,
 * and a PNG picture in base64. With --push, each line on standard input with the fields of one or more cards changes
 * these cards, but not their names. */
#include <stdio.h>

#if __has_include(<gtk/gtk.h>)
#include "panel-gtk.h"
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

enum { WIDTH = 380, MARGIN = 12, FIELDS = 5 };

static GtkWidget *window;
static GArray *cards;

/* Returns the fields of a line, or NULL if the line doesn't have all fields of each card. */
static char **fields_of(const char *line) {
    char **fields = g_strsplit(line, "\t", -1);
    guint count = g_strv_length(fields);
    if (count > 0 && count % FIELDS == 0) return fields;
    g_strfreev(fields);
    return NULL;
}

static GtkWidget *new_column(const char *path) {
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, MARGIN);
    char *text, **fields;
    gtk_widget_add_css_class(column, "cards");
    if (!g_file_get_contents(path, &text, NULL, NULL)) g_error("cannot read %s", path);
    char **lines = g_strsplit(text, "\n", -1);
    cards = g_array_new(FALSE, FALSE, sizeof(struct card));
    for (char **line = lines; *line != NULL; line++) {
        if ((fields = fields_of(*line)) == NULL) continue;
        struct card card = card_new(fields[1], fields[2], g_ascii_strtod(fields[3], NULL), fields[4]);
        gtk_box_append(GTK_BOX(column), card.widget);
        g_array_append_val(cards, card);
        g_strfreev(fields);
    }
    g_strfreev(lines);
    g_free(text);
    return column;
}

static GtkWidget *styled(GtkWidget *button, const char *style) {
    gtk_widget_add_css_class(button, style);
    gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
    return button;
}

static GtkWidget *new_footer(void) {
    GtkWidget *footer = gtk_center_box_new(), *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *pin = gtk_toggle_button_new();
    gtk_button_set_icon_name(GTK_BUTTON(pin), "view-pin-symbolic");
    gtk_box_append(GTK_BOX(buttons), styled(gtk_button_new_with_label("Edit"), "edit-button"));
    gtk_box_append(GTK_BOX(buttons), styled(gtk_button_new_from_icon_name("list-add-symbolic"), "edit-button"));
    gtk_widget_add_css_class(footer, "edit-footer");
    gtk_center_box_set_start_widget(
        GTK_CENTER_BOX(footer), styled(gtk_button_new_from_icon_name("preferences-system-symbolic"), "pin"));
    gtk_center_box_set_center_widget(GTK_CENTER_BOX(footer), buttons);
    gtk_center_box_set_end_widget(GTK_CENTER_BOX(footer), styled(pin, "pin"));
    return footer;
}

static int screen_height(void) {
    GListModel *monitors = gdk_display_get_monitors(gdk_display_get_default());
    GdkMonitor *monitor = g_list_model_get_item(monitors, 0);
    GdkRectangle area = {.height = 720};
    if (monitor != NULL) gdk_monitor_get_geometry(monitor, &area);
    g_clear_object(&monitor);
    return area.height;
}

static void make_window(GtkApplication *application, const char *path) {
    GtkWidget *root = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *scroller = gtk_scrolled_window_new();
    style_install();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), new_column(path));
    gtk_widget_set_vexpand(scroller, TRUE);
    gtk_box_append(GTK_BOX(root), scroller);
    gtk_box_append(GTK_BOX(root), new_footer());
    window = gtk_application_window_new(application);
    gtk_window_set_title(GTK_WINDOW(window), "Today");
    gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
    gtk_window_set_default_size(GTK_WINDOW(window), WIDTH, screen_height());
    gtk_window_set_child(GTK_WINDOW(window), root);
    gtk_widget_add_css_class(window, "today");
}

static gboolean take_line(GIOChannel *input, GIOCondition condition, gpointer data) {
    char *line, **fields;
    if (g_io_channel_read_line(input, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) return G_SOURCE_REMOVE;
    if ((fields = fields_of(g_strchomp(line))) != NULL) {
        for (char **field = fields; *field != NULL; field += FIELDS) {
            guint place = atoi(field[0]);
            if (place < cards->len)
                card_change(&g_array_index(cards, struct card, place), field[2], g_ascii_strtod(field[3], NULL), field[4]);
        }
        g_strfreev(fields);
    }
    g_free(line);
    return G_SOURCE_CONTINUE;
}

static int take_command(GApplication *application, GApplicationCommandLine *command, gpointer data) {
    int count, is_hiding = 0, is_pushed = 0;
    char **arguments = g_application_command_line_get_arguments(command, &count);
    for (int i = 1; i < count; i++) {
        is_hiding |= strcmp(arguments[i], "--hide") == 0;
        is_pushed |= strcmp(arguments[i], "--push") == 0;
    }
    if (window == NULL) {
        make_window(GTK_APPLICATION(application), arguments[count - 1]);
        if (is_pushed) g_io_add_watch(g_io_channel_unix_new(0), G_IO_IN, take_line, NULL);
    }
    if (is_hiding) gtk_widget_set_visible(window, FALSE); else gtk_window_present(GTK_WINDOW(window));
    g_strfreev(arguments);
    return 0;
}

int main(int count, char **arguments) {
    if (count < 2) return fputs("usage: panel-gtk [--push] [--hide] FILE\n", stderr), EX_USAGE;
    GtkApplication *application = gtk_application_new("org.example.PanelGtk", G_APPLICATION_HANDLES_COMMAND_LINE);
    g_signal_connect(application, "command-line", G_CALLBACK(take_command), NULL);
    return g_application_run(G_APPLICATION(application), count, arguments);
}
#else
int main(void) { return fputs("libgtk-4-dev was missing when it was built\n", stderr), 77; }
#endif
