-- A file of version 1, as the program that wrote it made it: its schema, and two games,
-- one played, one half set up. It is a copy on purpose: were the first migration ever
-- changed, this would still be what stands on people's disks.
PRAGMA journal_mode = WAL;

CREATE TABLE games (
	id       TEXT PRIMARY KEY,
	kind     TEXT NOT NULL,
	people   TEXT NOT NULL DEFAULT '[]',
	choices  TEXT NOT NULL DEFAULT '{}',
	started  INTEGER NOT NULL,
	changed  INTEGER NOT NULL,
	finished INTEGER,
	gone     INTEGER NOT NULL DEFAULT 0 -- forgotten before its first line; the id is never given again
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
	game TEXT NOT NULL REFERENCES games,
	seq  INTEGER NOT NULL CHECK (seq > 0),
	at   INTEGER NOT NULL,
	line TEXT NOT NULL,
	PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER log_is_never_removed BEFORE DELETE ON log BEGIN SELECT raise(ABORT, 'the log is only added to'); END;

CREATE TRIGGER log_has_no_gaps BEFORE INSERT ON log
	WHEN new.seq <> coalesce((SELECT max(seq) FROM log WHERE game = new.game), 0) + 1
	BEGIN SELECT raise(ABORT, 'the log is only added to'); END;

-- With a rowid: a draft grows with every answer, and so only its own page is written.
CREATE TABLE drafts (
	game  TEXT NOT NULL REFERENCES games,
	slot  TEXT NOT NULL,
	seq   INTEGER NOT NULL, -- the last line when it was kept
	at    INTEGER NOT NULL,
	draft TEXT NOT NULL,
	UNIQUE (game, slot)
) STRICT;

CREATE TABLE clocks (
	game  TEXT NOT NULL REFERENCES games,
	part  TEXT NOT NULL,
	left  INTEGER NOT NULL, -- nanoseconds, at since, or now where it is stopped
	since INTEGER,          -- NULL: stopped
	seen  INTEGER NOT NULL, -- when it was last written
	PRIMARY KEY (game, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
	game      TEXT PRIMARY KEY REFERENCES games,
	standings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
	name TEXT PRIMARY KEY,
	last INTEGER NOT NULL
) STRICT;

PRAGMA application_id = 1952607604;
PRAGMA user_version = 1;

INSERT INTO games (id, kind, people, choices, started, changed, finished) VALUES
	('zena', 'dixit', '["Ana","Bia","Caio"]', '{"mode":"party"}', 1795262400000000000, 1795269600000000000, 1795269600000000000),
	('badu', 'versus', '[]', '{}', 1795266000000000000, 1795266000000000000, NULL);
INSERT INTO games (id, kind, started, changed, gone) VALUES ('nuke', 'spyfall', 1795262400000000000, 1795262400000000000, 1);
INSERT INTO log VALUES
	('zena', 1, 1795266000000000000, '{"kind":"change"}'),
	('zena', 2, 1795269600000000000, '{"kind":"undo"}');
INSERT INTO drafts (game, slot, seq, at, draft) VALUES
	('badu', 'table', 0, 1795267800000000000, '{"said":[1]}'),
	('zena', 'edit 101', 1, 1795267800000000000, '{"said":[2]}');
INSERT INTO clocks VALUES ('zena', 'round-1', 480000000000, NULL, 1795269600000000000);
INSERT INTO results VALUES ('zena', '[{"rank":1}]');
INSERT INTO people VALUES ('Ana', 1795269600000000000), ('Bia', 1795266000000000000);
