package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"time"
)

// A file is an entry of an archive.
type file struct {
	path string // below the archive's folder, with slashes
	body []byte
	runs bool // a program
}

func (f file) mode() fs.FileMode {
	if f.runs {
		return 0o755
	}
	return 0o644
}

// tarred packs files into a folder. The archive does not say who packed it, or when.
func tarred(folder string, files []file, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: folder + "/" + f.path, Mode: int64(f.mode()), Size: int64(len(f.body)), ModTime: made, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.body); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// zipped is tarred for Windows.
func zipped(folder string, files []file, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: folder + "/" + f.path, Method: zip.Deflate, Modified: made}
		h.SetMode(f.mode())
		in, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := in.Write(f.body); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
