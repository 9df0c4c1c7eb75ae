/* The functions that the parts of the bare panel share. */
#ifndef PANEL_GTK_H
#define PANEL_GTK_H

#include <gtk/gtk.h>

/* One card: a header above a text, a bar and a picture. */
struct card {
    GtkWidget *widget, *text, *bar, *picture;
};

/* Makes a card from a name, the text, the value of the bar (0…1), and a PNG picture in base64. */
struct card card_new(const char *name, const char *text, double value, const char *picture);

/* Shows another text, bar and picture. */
void card_change(struct card *card, const char *text, double value, const char *picture);

/* Applies the panel's style to everything on the display. */
void style_install(void);

#endif
