package tty

import (
	"context"
)

// Watch shows a clock.
func (t *Terminal) Watch(ctx context.Context, w *Countdown) (string, error) { return "", nil }

// Watch shows a clock.
func (k *Lines) Watch(ctx context.Context, w *Countdown) (string, error) { return "", nil }
