// Package picture turns what a phone sent into a picture that may be stored and shown: drawn anew, upright, small, and
// without anything written into it, such as where it was taken. It trusts neither file names nor declared types, and
// stores nothing itself.
package picture

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"sync"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Limits on a picture, both as it is sent and as it is stored.
const (
	Most     = 512_000   // bytes
	mostArea = 3_000_000 // pixels
	mostSide = 4096      // pixels
)

// mostScans is how many scans a JPEG may have. A dozen is usual. Ten thousand would fit into Most bytes, and keep the
// processor busy for minutes.
const mostScans = 100

var (
	nothing   = lang.Msg("picture.nothing", "no picture came: choose one first, please")
	tooLarge  = lang.Msg("picture.too-large", "this picture has more than {most} KB: a smaller one, please")
	noPicture = lang.Msg("picture.none", "this picture cannot be read: a whole JPEG or PNG, please")
	tooMany   = lang.Msg("picture.too-many", "this picture has {w} × {h} pixels: {most} million in all at most, and {side} on a side")
)

// one is held while a picture is decoded, so that the memory needed does not grow with the number of senders.
var one sync.Mutex

// Clean returns the JPEG or PNG in r as a JPEG of at most Most bytes. The error is a *fault.Fault if the picture cannot
// be taken; any other error is r's. Clean reads at most one byte more than Most, and decodes one picture at a time. A
// usual one of 3 million pixels takes up to 40 MB meanwhile, an interlaced or progressive one up to 70 MB.
func Clean(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, Most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("picture: %w", err)
	case len(body) == 0:
		return nil, fault.New(nothing)
	case len(body) > Most:
		return nil, TooLarge()
	}
	one.Lock()
	defer one.Unlock()
	img, err := decode(body)
	if err != nil {
		return nil, err
	}
	return encode(upright(img, orientation(body))), nil
}

// TooLarge returns the error for a picture of more than Most bytes.
func TooLarge() error { return fault.New(tooLarge.With("most", Most>>10)) }

// ID returns the id of a picture, which depends only on its bytes.
func ID(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:16])
}

// decode decodes a picture, after making sure that it is not too large.
func decode(body []byte) (image.RGBA64Image, error) {
	var config func(io.Reader) (image.Config, error)
	var whole func(io.Reader) (image.Image, error)
	switch {
	case isJPEG(body) && bytes.Count(body, []byte{0xff, startOfScan}) <= mostScans:
		config, whole = jpeg.DecodeConfig, jpeg.Decode
	case bytes.HasPrefix(body, []byte("\x89PNG\r\n\x1a\n")):
		config, whole = png.DecodeConfig, png.Decode
	default:
		return nil, fault.New(noPicture)
	}
	c, err := config(bytes.NewReader(body))
	switch {
	case err != nil || c.Width < 1 || c.Height < 1:
		return nil, fault.New(noPicture)
	case c.Width > mostSide || c.Height > mostSide || c.Width*c.Height > mostArea:
		return nil, fault.New(tooMany.With("w", c.Width, "h", c.Height, "most", mostArea/1_000_000, "side", mostSide))
	}
	img, err := whole(bytes.NewReader(body))
	if err != nil {
		return nil, fault.New(noPicture)
	}
	return img.(image.RGBA64Image), nil // as all pictures of the standard library are
}

func isJPEG(body []byte) bool { return bytes.HasPrefix(body, []byte{0xff, 0xd8, 0xff}) }

// encode encodes a picture as well as fits, at half the size if no quality fits.
func encode(img image.RGBA64Image) []byte {
	for {
		for _, quality := range []int{85, 70, 55, 40} {
			var b bytes.Buffer
			_ = jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}) // it fails only above 65,535 pixels on a side
			if b.Len() <= Most {
				return b.Bytes()
			}
		}
		img = half(img)
	}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "picture", Files: files}
