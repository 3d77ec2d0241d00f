import { searchTerms, searchTokens } from '@promptwell/text';
import { SEARCH_SETTING, SEARCH_VERSION } from '../search-version';
import type { PostgresConnection } from './postgres-connection.server';
import { statement } from './statement.server';

/** As in prisma/postgres/beyond-the-schema.sql. */
const TABLES = ['user_search', 'prompt_search', 'session_search'] as const;

interface IndexedTexts {
  table: (typeof TABLES)[number];
  /** The table of the texts, as `t`. */
  of: string;
  /** SQL for a JSON array of texts. */
  texts: string;
  /** SQL for a JSON array of labels that are found as a whole. */
  labels?: string;
}

interface ChangedRow {
  number: bigint;
  version: string;
  texts: string;
  labels: string;
}

const BATCH_SIZE = 200;
/** PostgreSQL keeps up to a megabyte of tokens of a text. */
const MAX_TOKEN_BYTES = 1_000_000;

/**
 * An index of a table's texts. Triggers note which texts have changed; their tokens are made here, by the same rules as
 * on SQLite, before the next search.
 */
export class SearchIndex {
  readonly #changed;
  readonly #store;
  #refreshing: Promise<void> | undefined;

  constructor(
    private readonly database: PostgresConnection,
    { table, of, texts, labels = "CAST('[]' AS json)" }: IndexedTexts,
    private readonly toLabel: (label: string) => string = (label) => label,
  ) {
    // A row that changes again before its tokens are stored has another xmin, and is met again.
    this.#changed = statement(
      `SELECT s.number, CAST(s.xmin AS text) AS version, ${texts} AS texts, ${labels} AS labels
       FROM ${table} s JOIN ${of} t ON t.number = s.number WHERE s.tokens IS NULL LIMIT ${String(BATCH_SIZE)}`,
    );
    this.#store = statement(
      `UPDATE ${table} s SET tokens = array_to_tsvector(made.tokens)
       FROM json_to_recordset(CAST(@rows AS json)) AS made(number integer, version text, tokens text[])
       WHERE s.number = made.number AND s.tokens IS NULL AND CAST(s.xmin AS text) = made.version`,
    );
  }

  /** Brings the index up to date. Concurrent callers share the work. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refreshAll(): Promise<void> {
    for (;;) {
      const rows = await this.database.read((queries) => queries.all<ChangedRow>(this.#changed));
      if (rows.length === 0) return;
      const made = rows.map(({ number, version, texts, labels }) => ({
        number: Number(number),
        version,
        tokens: withinLimit([
          ...stringsIn(labels).map((label) => labelToken(this.toLabel(label))),
          ...searchTokens(stringsIn(texts).join('\n')),
        ]),
      }));
      await this.database.transaction((queries) => queries.run(this.#store, { rows: JSON.stringify(made) }));
    }
  }
}

const findVersion = statement('SELECT data FROM house_setting WHERE name = @name');
const storeVersion = statement(
  `INSERT INTO house_setting (name, data, updated_at) VALUES (@name, @data, CAST(@at AS timestamp))
   ON CONFLICT (name) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`,
);

/** Has all tokens made anew with a program or a Node version that makes others of the same texts. */
export const noteSearchVersion = (database: PostgresConnection): Promise<void> =>
  database.transaction(async (queries) => {
    const found = await queries.get<{ data: string }>(findVersion, { name: SEARCH_SETTING });
    if (found?.data === SEARCH_VERSION) return;
    for (const table of TABLES) await queries.run(statement(`UPDATE ${table} SET tokens = NULL`));
    const at = new Date().toISOString();
    await queries.run(storeVersion, { name: SEARCH_SETTING, data: SEARCH_VERSION, at });
  });

/** A search in PostgreSQL's syntax; empty: no words. */
export const tsQuery = (search: string, labels: readonly string[] = []): string =>
  [
    ...labels.map((label) => `'${labelToken(label)}'`),
    ...searchTerms(search).map(({ token, isPrefix }) => `'${token}'${isPrefix ? ':*' : ''}`),
  ].join(' & ');

/** No token of a text begins so. */
const labelToken = (label: string): string => `=${Buffer.from(label).toString('hex')}`;

const stringsIn = (json: string): string[] =>
  (JSON.parse(json) as unknown[]).filter((each) => typeof each === 'string');

function withinLimit(tokens: readonly string[]): string[] {
  let bytes = 0;
  return [...new Set(tokens)].filter((token) => (bytes += Buffer.byteLength(token)) <= MAX_TOKEN_BYTES);
}
