import math
import sys
import cairo

surface = cairo.PDFSurface(sys.argv[1], 595, 842)
surface.set_metadata(cairo.PDFMetadata.CREATE_DATE, "2020-01-01T00:00:00Z")
page = cairo.Context(surface)


def show(x, y, text, family="DejaVu Sans", size=12):
    page.select_font_face(family)
    page.set_font_size(size)
    page.move_to(x, y)
    page.show_text(text)


show(72, 72, "Service agreement", "DejaVu Serif", 16)
show(72, 100, "The first official file of the staff was affixed offline.")
show(72, 120, "Signature of the tenant:")
show(330, 120, "Signature of the landlord:")
show(72, 140, "Υπογραφή του μισθωτή")
show(72, 160, "Подпись арендатора")
show(72, 180, "租户签名处", "WenQuanYi Zen Hei")
page.save()
page.translate(200, 400)
page.rotate(-math.pi / 6)
show(0, 0, "Turned by thirty degrees")
page.restore()
page.save()
page.scale(1.5, 0.75)
show(72, 600, "Flattened letters")
page.restore()
surface.show_page()
surface.set_size(842, 595)
show(72, 72, "Second page, Place, date")
surface.show_page()
