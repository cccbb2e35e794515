package cmdline

import (
	"runtime/debug"
	"slices"
	"strings"
)

// Version is the version of this source.
const Version = "0.1.0"

// Build returns the version as precisely as the toolchain knows it: the module's if it was installed as one or is tagged, else
// Version with the commit. ok is false if the toolchain knows nothing.
func Build(info *debug.BuildInfo, ok bool) string {
	commit, altered := "", ""
	if ok {
		revised := slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.revision" })
		if of, known := strings.CutPrefix(info.Main.Version, "v"); known && !(revised && strings.ContainsAny(of, "-+")) {
			return of
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = " " + s.Value[:min(12, len(s.Value))]
			case s.Key == "vcs.modified" && s.Value == "true":
				altered = "+"
			}
		}
	}
	return Version + commit + altered
}
