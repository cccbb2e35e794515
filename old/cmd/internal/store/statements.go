package store

import (
	"context"
	"database/sql/driver"
)

// SQLite takes longer to prepare a statement than to run it, above all where triggers hang on it. So every statement is
// prepared once for a connection, within transactions and outside them, and kept for its next use.

// A remembering connector opens connections that keep their statements.
type remembering struct{ driver.Connector }

// Connect opens a connection that has no statements yet.
func (r remembering) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := r.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{sqliteConn: c.(sqliteConn), idle: map[string]driver.Stmt{}}, nil
}

// A sqliteConn is a connection of the driver, with all the interfaces that this package and database/sql use.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.SessionResetter
	driver.Validator
	Deserialize([]byte) error
}

// A connection keeps idle statements by their text. It prepares everything that it runs.
type connection struct {
	sqliteConn
	idle map[string]driver.Stmt
}

// PrepareContext lends a statement to the caller until it is closed. A second query of the same text gets its own.
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

// A lent statement goes back to its connection when it is closed.
type lent struct {
	sqliteStmt
	of    *connection
	query string
}

// Close returns the statement for the next query of its text.
func (l *lent) Close() error {
	if _, ok := l.of.idle[l.query]; ok {
		return l.sqliteStmt.Close()
	}
	l.of.idle[l.query] = l.sqliteStmt
	return nil
}

// Close closes the connection and its idle statements.
func (c *connection) Close() error {
	for _, st := range c.idle {
		_ = st.Close() // the connection is closed right after it
	}
	return c.sqliteConn.Close()
}
