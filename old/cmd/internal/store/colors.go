package store

// Colors returns everybody's color, by name.
func (s People) Colors() (map[string]string, error) {
	rows, err := s.query(`SELECT name, color FROM colors`)
	all, err := all(rows, err, func(scan func(...any) error) (c [2]string, err error) { return c, scan(&c[0], &c[1]) })
	if err != nil {
		return nil, s.wrapErr("colors", err)
	}
	colors := map[string]string{}
	for _, c := range all {
		colors[c[0]] = c[1]
	}
	return colors, nil
}

// KeepColors stores the colors of some people, by name, in place of those they had; other people keep theirs.
func (s People) KeepColors(colors map[string]string) error {
	if len(colors) == 0 {
		return nil
	}
	return s.wrapErr("colors", s.inTx(func(tx *transaction) error {
		for name, color := range colors {
			tx.do(`INSERT OR REPLACE INTO colors (name, color) VALUES (?, ?)`, name, color)
		}
		return nil
	}))
}
