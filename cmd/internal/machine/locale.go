//go:build !android

package machine

import golocale "github.com/jeandeaual/go-locale"

// systemLocale returns the language of the system, or "" if it does not say.
func systemLocale() string {
	l, err := golocale.GetLocale()
	if err != nil {
		return ""
	}
	return l
}
