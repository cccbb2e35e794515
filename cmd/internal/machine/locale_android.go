package machine

// systemLocale returns "": Android tells only apps, and Termux sets LANG.
func systemLocale() string { return "" }
