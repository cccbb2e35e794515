//go:build !android

package machine

import golocale "github.com/jeandeaual/go-locale"

// systemLocale returns what the system speaks; "" where it does not say.
func systemLocale() string {
	l, err := golocale.GetLocale()
	if err != nil {
		return ""
	}
	return l
}
