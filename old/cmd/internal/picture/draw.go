package picture

import (
	"image"
	"image/color"
)

// upright returns a picture as it is meant to be seen, turned and mirrored by its EXIF orientation (1 to 8; TIFF 6.0,
// section 8), on white where it is transparent. It returns the picture itself if that is so already.
func upright(img image.RGBA64Image, orientation int) image.RGBA64Image {
	switch img.(type) {
	case *image.YCbCr, *image.Gray:
		if orientation == 1 {
			return img
		}
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	wide, high := w, h
	if orientation >= 5 {
		wide, high = h, w
	}
	return draw(wide, high, func(x, y int) color.RGBA64 {
		x, y = source(orientation, x, y, w, h)
		return img.RGBA64At(b.Min.X+x, b.Min.Y+y)
	})
}

// source returns the pixel of a picture of w by h that comes to x, y when the picture is put upright.
func source(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}

// half returns a picture at half its width and height, each pixel the mean of four.
func half(img image.RGBA64Image) image.RGBA64Image {
	b := img.Bounds()
	return draw((b.Dx()+1)/2, (b.Dy()+1)/2, func(x, y int) color.RGBA64 {
		left, top := b.Min.X+2*x, b.Min.Y+2*y
		right, bottom := min(left+1, b.Max.X-1), min(top+1, b.Max.Y-1)
		p, q, r, s := img.RGBA64At(left, top), img.RGBA64At(right, top), img.RGBA64At(left, bottom), img.RGBA64At(right, bottom)
		mean := func(a, b, c, d uint16) uint16 { return uint16((uint32(a) + uint32(b) + uint32(c) + uint32(d)) / 4) }
		return color.RGBA64{mean(p.R, q.R, r.R, s.R), mean(p.G, q.G, r.G, s.G), mean(p.B, q.B, r.B, s.B), mean(p.A, q.A, r.A, s.A)}
	})
}

// draw draws a picture pixel by pixel, on white.
func draw(w, h int, at func(x, y int) color.RGBA64) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		row := out.Pix[y*out.Stride:]
		for x := range w {
			c := at(x, y)
			white := 0xffff - c.A
			p := row[4*x : 4*x+4 : 4*x+4]
			p[0], p[1], p[2], p[3] = uint8((c.R+white)>>8), uint8((c.G+white)>>8), uint8((c.B+white)>>8), 0xff
		}
	}
	return out
}
