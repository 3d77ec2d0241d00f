import pg from 'pg';
import { errorCodes } from '../database-errors.server';

const MIN_VERSION = 14;

/** A DATABASE_URL that can't be used, with what to do. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError';
}

/** By PostgreSQL's and the system's codes. `database` is the server and the name, without a password. */
const EXPLANATIONS: readonly (readonly [codes: RegExp, explain: (database: string, url: URL) => string])[] = [
  [
    /^28/,
    (database, { username }) =>
      `${database} refuses the user ${username === '' ? 'without a name' : username}. Check the name and the password in DATABASE_URL.`,
  ],
  [
    /^3D000$/,
    (database, { pathname }) =>
      `${database} doesn’t exist. Create it, for example with createdb ${pathname.slice(1)}, or correct DATABASE_URL.`,
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    (database, { hostname }) => `${hostname} is no server’s name (${database}). Correct DATABASE_URL.`,
  ],
];

/** Refuses an address that is wrong, a server that is away or too old, and a database of another encoding. */
export async function requireServer(url: string): Promise<void> {
  const database = nameOf(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const codes = errorCodes(error);
    const known = EXPLANATIONS.find(([pattern]) => codes.some((code) => pattern.test(code)));
    throw new DatabaseUrlError(
      known?.[1](database, new URL(url)) ??
        `${database} can’t be reached (${messageOf(error)}). Start PostgreSQL, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
  try {
    const { rows } = await client.query<{ version: string; encoding: string; mayCreate: boolean }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
         has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`,
    );
    const [found] = rows;
    if (!found) throw new DatabaseUrlError(`${database} doesn’t answer as PostgreSQL does.`);
    if (Number.parseInt(found.version, 10) < MIN_VERSION)
      throw new DatabaseUrlError(
        `${database} runs on PostgreSQL ${found.version}. Promptwell needs ${String(MIN_VERSION)} or later.`,
      );
    if (found.encoding !== 'UTF8')
      throw new DatabaseUrlError(
        `${database} keeps text as ${found.encoding}. Create a database with the encoding UTF8, for example with createdb -E UTF8 -T template0.`,
      );
    if (!found.mayCreate)
      throw new DatabaseUrlError(
        `The user of DATABASE_URL may not create tables in ${database}. Make it the database’s owner.`,
      );
  } finally {
    await client.end();
  }
}

/** `the database promptwell on db.example.org:5432`, without the password. */
function nameOf(url: string): string {
  if (!URL.canParse(url))
    throw new DatabaseUrlError(
      'DATABASE_URL is no address. Write it as postgres://user:password@host:5432/database, with special characters of the password encoded (@ is %40).',
    );
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? `${hostname}${port === '' ? '' : `:${port}`}`;
  return `The database ${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

/** Of several addresses, each has an error of its own. */
const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
