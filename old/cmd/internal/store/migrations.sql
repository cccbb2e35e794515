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
-- ---- the next version
ALTER TABLE drafts ADD COLUMN number INTEGER NOT NULL DEFAULT 0;  -- how often the slot was written
ALTER TABLE games  ADD COLUMN purpose TEXT NOT NULL DEFAULT '';   -- what the table began the game for
-- ---- the next version
CREATE TABLE evenings (
	port INTEGER PRIMARY KEY, -- where phones reach the program
	body TEXT NOT NULL        -- who holds one, as the package phones writes it
) STRICT;
-- ---- the next version
-- With a rowid: a picture is larger than many pages. Two games may have the same one.
CREATE TABLE pictures (
	game TEXT NOT NULL REFERENCES games,
	id   TEXT NOT NULL,
	body BLOB NOT NULL,
	PRIMARY KEY (game, id)
) STRICT;
-- ---- the next version
ALTER TABLE games ADD COLUMN deleted INTEGER;                   -- when; NULL: it is not
ALTER TABLE games ADD COLUMN origin  TEXT NOT NULL DEFAULT '';  -- of an imported one: what names the sheet that it was
ALTER TABLE games ADD COLUMN stale   INTEGER NOT NULL DEFAULT 0; -- 1: what played holds of it has to be made again
CREATE INDEX games_latest ON games (changed DESC, id);
CREATE INDEX games_open   ON games (changed DESC, id) WHERE finished IS NULL;
CREATE INDEX games_kind   ON games (kind, changed DESC, id);
CREATE INDEX games_over   ON games (finished DESC, id) WHERE finished IS NOT NULL;
CREATE INDEX games_began  ON games (started);
CREATE INDEX games_stale  ON games (id) WHERE stale = 1;
CREATE UNIQUE INDEX games_origin ON games (origin) WHERE origin <> '';

-- A projection: who played what, and how it went for them. What is deleted is not in it.
CREATE TABLE played (
	name TEXT NOT NULL,
	at   INTEGER NOT NULL,          -- when it was finished; 0: it is not, or what follows is not known yet
	game TEXT NOT NULL REFERENCES games,
	how  TEXT NOT NULL DEFAULT '',  -- any text
	PRIMARY KEY (name, at, game)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO played (name, at, game)
	SELECT p.value, 0, g.id FROM games g, json_each(CASE WHEN json_valid(g.people) THEN g.people ELSE '[]' END) p WHERE p.type = 'text' AND NOT g.gone;
UPDATE games SET stale = 1 WHERE finished IS NOT NULL;

CREATE TABLE renames (
	at  INTEGER PRIMARY KEY, -- when, as the lines of the logs that do it say
	was TEXT NOT NULL,
	now TEXT NOT NULL
) STRICT;
-- ---- the next version
CREATE TABLE colors (
	name  TEXT PRIMARY KEY, -- whose
	color TEXT NOT NULL     -- any text
) STRICT, WITHOUT ROWID;
-- ---- the next version
-- What was over but for a last question used to count as still being played: whoever knows the rules looks again.
UPDATE games SET stale = 1 WHERE finished IS NULL AND deleted IS NULL AND NOT gone AND EXISTS (SELECT 1 FROM log WHERE game = id);
-- ---- the next version
CREATE TABLE behind (game TEXT PRIMARY KEY) STRICT, WITHOUT ROWID; -- whose spare log may lack something
CREATE TRIGGER log_is_spared AFTER INSERT ON log BEGIN INSERT OR IGNORE INTO behind (game) VALUES (new.game); END;
CREATE TRIGGER game_is_spared AFTER UPDATE OF finished, deleted, gone ON games
	WHEN EXISTS (SELECT 1 FROM log WHERE game = new.id) BEGIN INSERT OR IGNORE INTO behind (game) VALUES (new.id); END;
INSERT INTO behind (game) SELECT DISTINCT game FROM log;
-- ---- the next version
ALTER TABLE games  ADD COLUMN sum   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN sum   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN games INTEGER NOT NULL DEFAULT 0; -- how many rows played has of them
ALTER TABLE people ADD COLUMN total INTEGER NOT NULL DEFAULT 0; -- the sums of those rows
ALTER TABLE people ADD COLUMN sum   INTEGER NOT NULL DEFAULT 0;
INSERT OR IGNORE INTO people (name, last) SELECT name, 0 FROM played;
UPDATE people SET (games, total) = (SELECT count(*), coalesce(sum(sum_of(w.name, w.at, w.game, w.how)), 0) FROM played w WHERE w.name = people.name);
UPDATE people SET sum = sum_of(name, last, games, total);
UPDATE drafts SET sum = sum_of(game, slot, seq, at, draft, number);
UPDATE games  SET sum = sum_of(id, kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale);
CREATE TRIGGER a_game_is_summed AFTER INSERT ON games BEGIN
	UPDATE games SET sum = sum_of(id, kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale) WHERE id = new.id;
END;
CREATE TRIGGER games_are_summed AFTER UPDATE OF kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale ON games BEGIN
	UPDATE games SET sum = sum_of(id, kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale) WHERE id = new.id;
END;
CREATE TRIGGER a_person_is_summed AFTER INSERT ON people BEGIN
	UPDATE people SET sum = sum_of(name, last, games, total) WHERE name = new.name;
END;
CREATE TRIGGER people_are_summed AFTER UPDATE OF last, games, total ON people BEGIN
	UPDATE people SET sum = sum_of(name, last, games, total) WHERE name = new.name;
END;
CREATE TRIGGER played_is_added AFTER INSERT ON played BEGIN
	INSERT INTO people (name, last) VALUES (new.name, 0) ON CONFLICT DO NOTHING;
	UPDATE people SET games = games + 1, total = total + sum_of(new.name, new.at, new.game, new.how) WHERE name = new.name;
END;
CREATE TRIGGER played_is_taken_off AFTER DELETE ON played BEGIN
	UPDATE people SET games = games - 1, total = total - sum_of(old.name, old.at, old.game, old.how) WHERE name = old.name;
END;
-- ---- the next version
CREATE TABLE turns (
	begun INTEGER PRIMARY KEY, -- when
	body  TEXT NOT NULL        -- a clock for several people, as the package timer writes it
) STRICT;
-- ---- the next version
ALTER TABLE renames ADD COLUMN undoes INTEGER NOT NULL DEFAULT 0; -- when the one was made that this one takes back; 0: it takes none back
CREATE TABLE named (
	game  TEXT NOT NULL REFERENCES games,
	at    INTEGER NOT NULL REFERENCES renames,
	after INTEGER NOT NULL, -- the lines that it is about are those behind this one …
	upto  INTEGER NOT NULL, -- … and up to this one
	sum   INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (game, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX named_at ON named (at);
ALTER TABLE games ADD COLUMN named INTEGER NOT NULL DEFAULT 0; -- how many rows named has of it
ALTER TABLE games ADD COLUMN result INTEGER NOT NULL DEFAULT 0; -- the sum of its row in results; 0: it has none
DROP TRIGGER a_game_is_summed;
DROP TRIGGER games_are_summed;
UPDATE games SET result = coalesce((SELECT sum_of(r.game, r.standings) FROM results r WHERE r.game = games.id), 0);
UPDATE games SET sum = sum_of(id, kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale, named, result);
CREATE TRIGGER a_game_is_summed AFTER INSERT ON games BEGIN
	UPDATE games SET sum = sum_of(id, kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale, named, result) WHERE id = new.id;
END;
CREATE TRIGGER games_are_summed AFTER UPDATE OF kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale, named, result ON games BEGIN
	UPDATE games SET sum = sum_of(id, kind, purpose, people, choices, started, changed, finished, deleted, origin, gone, stale, named, result) WHERE id = new.id;
END;
CREATE TRIGGER a_game_is_named AFTER INSERT ON named BEGIN
	UPDATE named SET sum = (SELECT sum_of(new.game, r.at, r.was, r.now, r.undoes, new.after, new.upto) FROM renames r WHERE r.at = new.at) WHERE game = new.game AND at = new.at;
	UPDATE games SET named = named + 1 WHERE id = new.game;
END;
CREATE TRIGGER a_result_is_summed AFTER INSERT ON results BEGIN
	UPDATE games SET result = sum_of(new.game, new.standings) WHERE id = new.game;
END;
CREATE TRIGGER results_are_summed AFTER UPDATE ON results BEGIN
	UPDATE games SET result = sum_of(new.game, new.standings) WHERE id = new.game;
END;
CREATE TRIGGER a_result_is_gone AFTER DELETE ON results BEGIN
	UPDATE games SET result = 0 WHERE id = old.game;
END;
CREATE INDEX games_wrong ON games (id) WHERE stale = 2; -- what lists say of it has to be made again as well
INSERT OR IGNORE INTO behind (game) SELECT 'renames' FROM renames;
CREATE TRIGGER renames_are_spared AFTER INSERT ON renames BEGIN INSERT OR IGNORE INTO behind (game) VALUES ('renames'); END;
