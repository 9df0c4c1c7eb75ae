/* What the parts of the bare panel share. */
#ifndef PANEL_GTK_H
#define PANEL_GTK_H

#include <gtk/gtk.h>

/* One card: a header above a text, a bar and a picture. */
struct card {
    GtkWidget *widget, *text, *bar, *picture;
};

/* Makes a card of a name, the text, how far the bar is (0…1), and a PNG picture in base64. */
struct card card_new(const char *name, const char *text, double value, const char *picture);

/* Shows another text, bar and picture. */
void card_change(struct card *card, const char *text, double value, const char *picture);

/* Has the panel's rules used for everything on the display. */
void style_install(void);

#endif
