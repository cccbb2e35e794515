package store

import (
	"context"
	"database/sql/driver"
)

// To prepare a statement takes SQLite longer than to run it, most of all where triggers follow from it. So each is prepared
// once for a connection, in a transaction and outside, and lies there until it is wanted again.

// A remembering connector makes connections that keep their statements.
type remembering struct{ driver.Connector }

// Connect opens a connection without any statement yet.
func (r remembering) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := r.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{sqliteConn: c.(sqliteConn), idle: map[string]driver.Stmt{}}, nil
}

// A sqliteConn is a connection of the driver, with all that is asked of one.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.SessionResetter
	driver.Validator
	Deserialize([]byte) error
}

// A connection keeps the statements that nobody uses just now, by their text. It prepares all that it runs.
type connection struct {
	sqliteConn
	idle map[string]driver.Stmt
}

// PrepareContext returns a statement that is the caller's until it is closed: a second query of the same text has its own.
func (c *connection) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	st, ok := c.idle[query]
	if !ok {
		var err error
		st, err = c.sqliteConn.PrepareContext(ctx, query)
		if err != nil {
			return nil, err
		}
	}
	delete(c.idle, query)
	return &lent{st.(sqliteStmt), c, query}, nil
}

// A sqliteStmt is a statement of the driver.
type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// A lent statement goes back to its connection.
type lent struct {
	sqliteStmt
	of    *connection
	query string
}

// Close lays the statement back, for the next query of its text.
func (l *lent) Close() error {
	if _, ok := l.of.idle[l.query]; ok {
		return l.sqliteStmt.Close()
	}
	l.of.idle[l.query] = l.sqliteStmt
	return nil
}

// Close ends the connection and its statements.
func (c *connection) Close() error {
	for _, st := range c.idle {
		_ = st.Close() // the connection goes right after it
	}
	return c.sqliteConn.Close()
}
