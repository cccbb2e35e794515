package machine

import "os/exec"

// systemLocale returns the language of the Mac's settings, or "" if they do not say. A program that is no app is told of
// languages by no library, since it has no translations that the system knows of.
func systemLocale() string {
	printed, err := exec.Command("defaults", "read", "-g", "AppleLanguages").Output()
	if err != nil {
		return ""
	}
	return preferred(appleLanguages(string(printed)))
}
