package cmdline

import (
	"runtime/debug"
	"testing"
)

func TestVersionNamesTheCommit(t *testing.T) {
	built := func(settings ...debug.BuildSetting) *debug.BuildInfo { return &debug.BuildInfo{Settings: settings} }
	at := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
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
		{"installed as a module", &debug.BuildInfo{Main: debug.Module{Version: "v0.3.1"}}, "0.3.1"},
		{"installed as a module between two versions", &debug.BuildInfo{Main: debug.Module{Version: "v0.3.2-0.20261122081500-0123456789ab"}}, "0.3.2-0.20261122081500-0123456789ab"},
		{"a commit that is tagged", at("v0.3.1", revision), "0.3.1"},
		{"a commit behind a tag", at("v0.3.2-0.20261122081500-0123456789ab", revision), Version + " 0123456789ab"},
		{"a tag with changes", at("v0.3.1+dirty", revision, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), Version + " 0123456789ab+"},
		{"no module", at("(devel)"), Version},
	} {
		if got := Build(c.info, c.info != nil); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
