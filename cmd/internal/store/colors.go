package store

import "database/sql"

// Colors returns what KeepColors was told, by name.
func (s People) Colors() (map[string]string, error) {
	all := map[string]string{}
	rows, err := s.db.QueryContext(s.ctx, `SELECT name, color FROM colors`)
	if err != nil {
		return nil, s.wrapErr("colors", err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	for rows.Next() {
		var name, color text
		if err := rows.Scan(&name, &color); err != nil {
			return nil, s.wrapErr("colors", err)
		}
		all[string(name)] = string(color)
	}
	return all, s.wrapErr("colors", rows.Err())
}

// KeepColors keeps the colors of some people, by name, whatever they had; the others keep theirs.
func (s People) KeepColors(colors map[string]string) error {
	if len(colors) == 0 {
		return nil
	}
	return s.wrapErr("colors", s.inTx(func(tx *sql.Tx) error {
		for name, color := range colors {
			if _, err := tx.Exec(`INSERT OR REPLACE INTO colors (name, color) VALUES (?, ?)`, name, color); err != nil {
				return err
			}
		}
		return nil
	}))
}
