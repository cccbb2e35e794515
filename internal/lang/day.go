package lang

import "time"

// Day returns a day as the language writes it: 2026-11-22, 22/11/2026.
func (v *Localizer) Day(t time.Time) string {
	if v.tag == "pt-BR" {
		return t.Format("02/01/2006")
	}
	return t.Format(time.DateOnly)
}

// DayAndTime returns a day as the language writes it, and the time of day: 2026-11-22 21:30, 22/11/2026 21:30.
func (v *Localizer) DayAndTime(t time.Time) string { return v.Day(t) + t.Format(" 15:04") }
