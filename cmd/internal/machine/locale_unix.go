//go:build unix && !darwin

package machine

// systemLocale returns "": the variables have said all that there is. Android tells only apps, and Termux sets LANG.
func systemLocale() string { return "" }
