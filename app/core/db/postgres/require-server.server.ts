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
    /^42501$/,
    (database, { username }) =>
      `${database} refuses the user ${username}. Grant it with GRANT CONNECT ON DATABASE, or correct DATABASE_URL.`,
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

/** pg's own error has no code. */
const PASSWORD_MISSING = 'client password must be a';

const FACTS = `SELECT current_setting('server_version') AS version,
  CAST(current_setting('server_version_num') AS integer) AS "versionNumber",
  current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`;

interface ServerFacts {
  /** As PostgreSQL writes it, such as `16.2 (Debian 16.2-1)`. */
  version: string;
  /** `server_version_num`: 160002 is 16.2, 90624 is 9.6.24. */
  versionNumber: number;
  encoding: string;
  isReadOnly: boolean;
  mayCreate: boolean | null;
}

/**
 * Refuses an address that is wrong, a server that is away, read-only or too old, a database of another encoding, and a user
 * who may not create tables.
 *
 * @throws DatabaseUrlError which says what to do.
 */
export async function requireServer(url: string): Promise<void> {
  const database = nameOf(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUrlError(explainFailure(error, database, new URL(url)), { cause: error });
  }
  try {
    const { rows } = await client.query<ServerFacts>(FACTS);
    const fault = rows[0] ? faultOf(rows[0], database) : `${database} doesn’t answer as PostgreSQL does.`;
    if (fault !== undefined) throw new DatabaseUrlError(fault);
  } finally {
    await client.end();
  }
}

/** Why the server can't be used, and what to do. Undefined if it can. */
export function faultOf(facts: ServerFacts, database: string): string | undefined {
  if (facts.versionNumber < MIN_VERSION * 10_000)
    return `${database} runs on PostgreSQL ${facts.version}. Promptwell needs ${String(MIN_VERSION)} or later.`;
  if (facts.encoding !== 'UTF8')
    return `${database} keeps text as ${facts.encoding}. Create a database with the encoding UTF8, for example with createdb -E UTF8 -T template0.`;
  if (facts.isReadOnly)
    return `${database} is read-only. Give DATABASE_URL the address of the primary server, or set default_transaction_read_only to off.`;
  if (!facts.mayCreate)
    return `${database} doesn’t let its user create tables. Make the user of DATABASE_URL its owner.`;
  return undefined;
}

function explainFailure(error: unknown, database: string, url: URL): string {
  const codes = errorCodes(error);
  const known = EXPLANATIONS.find(([pattern]) => codes.some((code) => pattern.test(code)));
  if (known) return known[1](database, url);
  const message = messageOf(error);
  if (message.includes(PASSWORD_MISSING))
    return `${database} asks for the password of ${url.username}. Write it in DATABASE_URL: postgres://${url.username}:password@…`;
  return `${database} can’t be reached (${message}). Start PostgreSQL, or correct DATABASE_URL.`;
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
