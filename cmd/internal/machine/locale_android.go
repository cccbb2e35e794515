package machine

// systemLocale says nothing: Android tells only apps, and Termux sets LANG.
func systemLocale() string { return "" }
