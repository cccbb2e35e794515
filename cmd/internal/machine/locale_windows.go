package machine

import "golang.org/x/sys/windows"

// systemLocale returns the language of the user's settings, or "" if they do not say.
func systemLocale() string {
	list, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil {
		return ""
	}
	return preferred(list)
}
