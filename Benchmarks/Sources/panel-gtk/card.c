#if __has_include(<gtk/gtk.h>)
#include "panel-gtk.h"

enum { PICTURE_SIDE = 32 };

void card_change(struct card *card, const char *text, double value, const char *picture) {
    gsize size;
    guchar *data = g_base64_decode(picture, &size);
    GBytes *bytes = g_bytes_new_take(data, size);
    GdkTexture *texture = gdk_texture_new_from_bytes(bytes, NULL);
    g_bytes_unref(bytes);
    if (texture == NULL) g_error("a picture is broken");
    gtk_label_set_text(GTK_LABEL(card->text), text);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(card->bar), value);
    gtk_picture_set_paintable(GTK_PICTURE(card->picture), GDK_PAINTABLE(texture));
    g_object_unref(texture);
}

static GtkWidget *new_header(const char *name) {
    GtkWidget *header = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    GtkWidget *icon = gtk_image_new_from_icon_name("drive-harddisk-symbolic");
    GtkWidget *title = gtk_label_new(name), *age = gtk_label_new("just now");
    GtkWidget *menu = gtk_button_new_from_icon_name("view-more-symbolic");
    gtk_widget_add_css_class(header, "card-header");
    gtk_image_set_pixel_size(GTK_IMAGE(icon), 18);
    gtk_widget_add_css_class(title, "card-name");
    gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_widget_set_hexpand(title, TRUE);
    gtk_widget_add_css_class(age, "card-age");
    gtk_widget_add_css_class(menu, "card-menu");
    gtk_button_set_has_frame(GTK_BUTTON(menu), FALSE);
    gtk_widget_set_valign(menu, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(header), icon);
    gtk_box_append(GTK_BOX(header), title);
    gtk_box_append(GTK_BOX(header), age);
    gtk_box_append(GTK_BOX(header), menu);
    return header;
}

struct card card_new(const char *name, const char *text, double value, const char *picture) {
    struct card card = {
        .widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
        .text = gtk_label_new(NULL),
        .bar = gtk_progress_bar_new(),
        .picture = gtk_picture_new(),
    };
    gtk_widget_add_css_class(card.widget, "card-of-today");
    gtk_widget_set_focusable(card.widget, TRUE);
    gtk_box_append(GTK_BOX(card.widget), new_header(name));
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_set_margin_top(content, 4);
    gtk_widget_set_margin_bottom(content, 12);
    gtk_widget_set_margin_start(content, 14);
    gtk_widget_set_margin_end(content, 14);
    gtk_label_set_wrap(GTK_LABEL(card.text), TRUE);
    gtk_label_set_xalign(GTK_LABEL(card.text), 0);
    gtk_widget_set_size_request(card.picture, PICTURE_SIDE, PICTURE_SIDE);
    gtk_widget_set_halign(card.picture, GTK_ALIGN_START);
    gtk_widget_set_overflow(card.picture, GTK_OVERFLOW_HIDDEN);
    gtk_widget_add_css_class(card.picture, "picture");
    gtk_box_append(GTK_BOX(content), card.text);
    gtk_box_append(GTK_BOX(content), card.bar);
    gtk_box_append(GTK_BOX(content), card.picture);
    gtk_box_append(GTK_BOX(card.widget), content);
    card_change(&card, text, value, picture);
    return card;
}
#endif
