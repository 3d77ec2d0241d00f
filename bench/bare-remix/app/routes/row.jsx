import Database from 'better-sqlite3';

const database = new Database(':memory:');
database.exec("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (1, 'one')");
const read = database.prepare('SELECT id, name FROM item WHERE id = ?');

export const loader = () => Response.json(read.get(1));
