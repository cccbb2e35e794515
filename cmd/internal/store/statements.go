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

// A connection keeps the statements that nobody uses just now, by their text.
type connection struct {
	sqliteConn
	idle map[string]driver.Stmt
}

// take returns a statement that is the caller's until it is laid back: a second query of the same text has its own.
func (c *connection) take(ctx context.Context, query string) (driver.Stmt, error) {
	if st, ok := c.idle[query]; ok {
		delete(c.idle, query)
		return st, nil
	}
	return c.PrepareContext(ctx, query)
}

// layBack keeps a statement for the next who wants it.
func (c *connection) layBack(query string, st driver.Stmt) {
	if _, ok := c.idle[query]; ok {
		_ = st.Close() // its fault, if it had one, was told already
		return
	}
	c.idle[query] = st
}

// ExecContext runs a statement that has no rows.
func (c *connection) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	st, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	defer c.layBack(query, st)
	return st.(driver.StmtExecContext).ExecContext(ctx, args)
}

// QueryContext asks for rows, which have the statement until they are closed.
func (c *connection) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	st, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	found, err := st.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		c.layBack(query, st)
		return nil, err
	}
	return &lent{found, func() { c.layBack(query, st) }}, nil
}

// Close ends the connection and its statements.
func (c *connection) Close() error {
	for _, st := range c.idle {
		_ = st.Close() // the connection goes right after it
	}
	return c.sqliteConn.Close()
}

// Lent rows lay their statement back.
type lent struct {
	driver.Rows
	back func()
}

// Close resets the statement, and lays it back.
func (l *lent) Close() error {
	defer l.back()
	return l.Rows.Close()
}
