package com.example.bookstore;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

// region event
/** 一条 SQL 语句在飞行记录里的样子。 */
@Name(StatementEvent.NAME)
@Label("SQL statement")
@Category("Bookstore")
class StatementEvent extends Event {

    static final String NAME = "bookstore.Statement";

    @Label("SQL")
    String sql;
}
// endregion event
