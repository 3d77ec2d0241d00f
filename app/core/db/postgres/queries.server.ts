import type { ClientBase, CustomTypesConfig } from 'pg';
import pg from 'pg';
import type { Statement } from './statement.server';

const { builtins } = pg.types;

/** Rows are as SQLite's stores have them, whole numbers as BigInt and booleans as 0n or 1n, so that both share their types. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.BOOL, (text) => (text === 't' ? 1n : 0n)],
  [builtins.INT2, BigInt],
  [builtins.INT4, BigInt],
  [builtins.INT8, BigInt],
  [builtins.NUMERIC, BigInt], // sums of whole numbers
  [builtins.FLOAT8, Number],
  [builtins.TIMESTAMP, (text) => `${text.replace(' ', 'T')}Z`],
]);

const TYPES: CustomTypesConfig = {
  getTypeParser: (id: number) => PARSERS.get(id) ?? ((text: string) => text),
};

type Values = Readonly<Record<string, unknown>>;

/** Statements on one connection. */
export class Queries {
  constructor(private readonly client: ClientBase) {}

  async all<Row>(statement: Statement, values: Values = {}): Promise<Row[]> {
    const { rows } = await this.#query(statement, values);
    // The caller knows the columns that it selects.
    return rows as Row[];
  }

  async get<Row>(statement: Statement, values: Values = {}): Promise<Row | undefined> {
    const [row] = await this.all<Row>(statement, values);
    return row;
  }

  /** Rows without the names of their columns. */
  async lists(statement: Statement, values: Values = {}): Promise<unknown[][]> {
    const { rows } = await this.client.query<unknown[]>({
      ...this.#config(statement, values),
      rowMode: 'array',
    });
    return rows;
  }

  /** Returns how many rows were written. */
  async run(statement: Statement, values: Values = {}): Promise<number> {
    const { rowCount } = await this.#query(statement, values);
    return rowCount ?? 0;
  }

  #query(statement: Statement, values: Values) {
    return this.client.query(this.#config(statement, values));
  }

  #config({ text, names, name }: Statement, values: Values) {
    return { text, name, types: TYPES, values: names.map((each) => values[each] ?? null) };
  }
}
