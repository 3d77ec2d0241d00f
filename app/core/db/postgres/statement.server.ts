/** A statement with PostgreSQL's numbered parameters. */
export interface Statement {
  text: string;
  /** The parameter of each number. */
  names: readonly string[];
  /** Under this name the server keeps its plan. */
  name: string;
}

/** By their SQL, which is always a constant of the program. */
const statements = new Map<string, Statement>();

/**
 * Makes a statement of the text that both databases share: named parameters become numbers, and names keep their
 * capitals. A sign or a word that only tells SQLite's planner which index to use is left out.
 */
export function statement(sql: string): Statement {
  const known = statements.get(sql);
  if (known) return known;
  const names: string[] = [];
  const text = sql
    .replace(/\bAS ([a-z]+[A-Z]\w*)/g, 'AS "$1"')
    .replace(/\bCROSS JOIN\b/g, 'JOIN')
    .replace(/\+(?=\w+ = @)/g, '')
    .replace(/\binstr\(/g, 'strpos(')
    .replace(/\browid\b/g, 'ctid')
    .replace(/\bjson_true\(([\w.]+), '(\w+)'\)/g, "(CAST($1 AS json) ->> '$2') = 'true'")
    .replace(/\bjson_text\(([\w.]+), '(\w+)'\)/g, "(CAST($1 AS json) ->> '$2')")
    // Versions are smaller than the numbers that end a range.
    .replace(
      /version BETWEEN @(\w+) AND @(\w+)/g,
      'version BETWEEN CAST(@$1 AS bigint) AND CAST(@$2 AS bigint)',
    )
    // Alone, `$1 IS NULL` doesn't say what type the parameter has.
    .replace(/@(\w+) IS NULL/g, 'CAST(@$1 AS text) IS NULL')
    .replace(/@(\w+)/g, (_, name: string) => `$${String(names.push(name))}`);
  const made = { text, names, name: `s${String(statements.size)}` };
  statements.set(sql, made);
  return made;
}
