package cmd

import (
	"runtime/debug"
	"testing"
)

func TestVersionNamesTheCommit(t *testing.T) {
	built := func(settings ...debug.BuildSetting) *debug.BuildInfo { return &debug.BuildInfo{Settings: settings} }
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	for _, c := range []struct {
		name string
		info *debug.BuildInfo
		want string
	}{
		{"no build info", nil, Version},
		{"outside a repository", built(), Version},
		{"a commit", built(revision, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), Version + " 0123456789ab"},
		{"with changes", built(debug.BuildSetting{Key: "vcs.modified", Value: "true"}, revision), Version + " 0123456789ab+"},
		{"a short one", built(debug.BuildSetting{Key: "vcs.revision", Value: "0123"}), Version + " 0123"},
	} {
		if got := build(c.info, c.info != nil); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
