#!/usr/bin/python3
import todaycenter as today

lamp = today.Widget("org.example.Lamp", name="Hall", icon="weather-clear-night-symbolic")
lamp.is_on = False


@lamp.update
def show(context):
    return today.column(
        "The hall is bright" if lamp.is_on else "The hall is dark",
        today.toggle("Lamp", lamp.is_on, "switch"))


@lamp.action("switch")
def switch(context, value):
    lamp.is_on = value
    return show(context)


lamp.run()
