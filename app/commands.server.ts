import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '~/core/shared/clock';
import { renderApiDocs } from '~/core/edge/api-docs.server';
import type { SqlDatabase } from '~/core/db/sql';
import { backUp } from '~/core/db/sqlite/backup.server';
import { withReadOnlyFile } from '~/core/db/sqlite/read-only.server';
import { restore } from '~/core/db/sqlite/restore.server';
import { claimDataDir } from '~/core/db/sqlite/single-instance.server';
import type { Env } from '~/core/server/env.server';
import { matchOwner } from '~/core/server/match-owner.server';
import { reconcileFile, reconcilePostgres, type ReconcileReport } from '~/features/ledger/index.server';
import { createCardPayments, reconcileStripe } from '~/features/payments/index.server';
import { exportData, importData } from '~/features/transfer/index.server';
import { createStripe } from '~/integrations/stripe/index.server';
import { version } from '../package.json';
import { api } from './api.server';
import { migrationFolders, migrationsDir, type AppPaths } from './create-app.server';
import { databaseFile } from './create-services.server';
import { stripeSettings } from './integration-settings.server';

interface CommandContext {
  env: Env;
  places: AppPaths;
}

interface Command {
  /** The npm script, and its argument if it takes one. */
  script: string;
  argument?: string;
  /** The option that the argument follows. */
  option?: string;
  about: string;
  /** Returns the exit status. */
  run: (argument: string, setting: CommandContext) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'ledger-check': {
    script: 'ledger:check',
    about:
      'Checks the books, also while the server runs, and compares them with Stripe if its keys are set. Exits with 0 when every check passes.',
    run: checkLedger,
  },
  'db-backup': {
    script: 'db:backup',
    about:
      'Backs up the database into DATA_DIR/backups, also while the server runs. The server never removes this backup.',
    run: makeBackup,
  },
  'db-restore': {
    script: 'db:restore',
    argument: 'FILE',
    about:
      'Puts a backup in the database’s place. Stop the server first. The previous database is kept in DATA_DIR/backups, even if it is damaged.',
    run: restoreBackup,
  },
  'db-copy': {
    script: 'db:copy',
    option: '--to',
    argument: 'TARGET',
    about:
      'Copies the database to an empty PostgreSQL database (postgres://…), or from the one that DATABASE_URL names to a new SQLite file. Stop the server first. The books are checked on both sides.',
    run: copyInstallation,
  },
  'data-export': {
    script: 'data:export',
    argument: 'FILE',
    about:
      'Writes the database, people’s files and the session secret into one archive, to move to another machine.',
    run: exportAll,
  },
  'data-import': {
    script: 'data:import',
    argument: 'FILE',
    about:
      'Puts what data:export wrote into DATA_DIR. Stop the server first. Data that is there is kept beside.',
    run: importAll,
  },
  'api-docs': {
    script: 'docs:api',
    about: 'Writes docs/api.md from the calls as they are declared. For work on the program.',
    run: writeApiDocs,
  },
};

/** The commands for administrators. Those that replace data require the server to be stopped. */
export async function runCommand(
  name: string,
  args: readonly string[],
  options: { env: Env; root: string },
): Promise<number> {
  const command = COMMANDS[name];
  if ([name, ...args].some((each) => each === '--help' || each === '-h')) {
    console.log(command ? usageOf(name, command) : usageOfAll());
    return 0;
  }
  if (!command) {
    console.error(`${name === '' ? 'Name a command.' : `Unknown command: "${name}".`}\n\n${usageOfAll()}`);
    return 2;
  }
  const given = withoutOption(args, command.option);
  const argument = given?.[0] ?? '';
  const takes = command.argument === undefined ? 0 : 1;
  if (given?.length !== takes || argument.startsWith('-')) {
    console.error(usageOf(name, command));
    return 2;
  }
  const { env } = options;
  try {
    return await command.run(argument, { env, places: { root: options.root } });
  } finally {
    const hint = name === 'api-docs' ? undefined : matchOwner(env.DATA_DIR);
    // Only for commands that may have created the folder. In an existing one, root's ownership is deliberate.
    if (hint !== undefined && takes === 1 && name !== 'data-export') console.warn(hint);
  }
}

/** `--to X` and `--to=X` as X; undefined: the option is missing. */
function withoutOption(args: readonly string[], option: string | undefined): readonly string[] | undefined {
  if (option === undefined) return args;
  const [first = '', ...rest] = args;
  if (first.startsWith(`${option}=`)) return [first.slice(option.length + 1), ...rest];
  return first === option ? rest : undefined;
}

function usageOf(name: string, { script, option, argument = '', about }: Command): string {
  const given = [option, argument].filter(Boolean).join(' ');
  const [npm, built] = given === '' ? ['', ''] : [` -- ${given}`, ` ${given}`];
  return `${about}\n\n  npm run ${script}${npm}\n  node build/host/command.js ${name}${built}`;
}

function usageOfAll(): string {
  const width = Object.keys(COMMANDS).reduce((most, { length }) => Math.max(most, length), 0);
  const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return [
    'node build/host/command.js COMMAND [FILE]',
    '',
    ...lines,
    '',
    'Settings come from the environment and from .env in the current folder, as the server’s do.',
  ].join('\n');
}

async function checkLedger(_argument: string, { env }: CommandContext): Promise<number> {
  const file = databaseFile(env);
  if (env.DATABASE_URL === undefined && !databaseExists(file)) return 2;
  if (env.DATABASE_URL === undefined)
    return withReadOnlyFile(file, async (sql) =>
      reportBooks(env, sql, await reconcileFile(file, systemClock())),
    );
  const { withPostgres } = await import('~/core/db/postgres/with-postgres.server');
  return withPostgres(env.DATABASE_URL, async (connection, sql) =>
    reportBooks(env, sql, await reconcilePostgres(connection, systemClock())),
  );
}

async function reportBooks(env: Env, sql: SqlDatabase, report: ReconcileReport): Promise<number> {
  const counts = `${String(report.accounts)} accounts, ${String(report.entries)} entries, ${String(report.openHolds)} open holds`;
  if (report.isSound) console.log(`The books balance: ${counts}.`);
  else console.error([`The books do NOT balance (${counts}):`, ...report.faults].join('\n  '));
  const settings = stripeSettings(env);
  const { lines, faults } = await reconcileStripe(
    createCardPayments(sql),
    settings && createStripe(settings),
    systemClock(),
  );
  console.log(lines.join('\n'));
  if (faults.length > 0) console.error(['The books do NOT match Stripe:', ...faults].join('\n  '));
  return report.isSound && faults.length === 0 ? 0 : 1;
}

/** DATA_DIR may differ from the server's. */
function databaseExists(file: string): boolean {
  const isFound = fs.existsSync(file);
  if (!isFound) console.error(`There is no database at ${file} yet.`);
  return isFound;
}

function writeApiDocs(_argument: string, { places }: CommandContext): Promise<number> {
  const file = path.join(places.root, 'docs/api.md');
  fs.writeFileSync(file, renderApiDocs(api.routes));
  console.log(`Wrote ${file}`);
  return Promise.resolve(0);
}

async function makeBackup(_argument: string, { env, places }: CommandContext): Promise<number> {
  const folder = path.join(env.DATA_DIR, 'backups');
  if (env.DATABASE_URL !== undefined) {
    const { backUpPostgres } = await import('~/core/db/postgres/dump.server');
    const backup = {
      backupsDir: folder,
      at: new Date(),
      kind: 'manual',
      migrations: migrationFolders(places),
    } as const;
    console.log(`Backup written: ${await backUpPostgres(env.DATABASE_URL, backup)}`);
    return 0;
  }
  const database = databaseFile(env);
  if (!databaseExists(database)) return 2;
  const file = await backUp(database, folder, new Date(), 'manual');
  console.log(`Backup written: ${file}`);
  return 0;
}

/** Fails while a server is running. On a new machine the folder doesn't exist yet. */
async function withDataDir(env: Env, work: () => Promise<void>): Promise<number> {
  const release = claimDataDir(env.DATA_DIR);
  try {
    await work();
  } finally {
    release();
  }
  return 0;
}

async function copyInstallation(target: string, { env, places }: CommandContext): Promise<number> {
  const { copyDatabase } = await import('~/features/transfer/copy-database.server');
  const { tables, rows, source, copy } = await copyDatabase({
    dataDir: env.DATA_DIR,
    file: databaseFile(env),
    url: env.DATABASE_URL,
    target,
    migrations: migrationFolders(places),
  });
  const what = (report: ReconcileReport) =>
    report.isSound ? 'the books balance' : `the books do NOT balance: ${report.faults.join(' ')}`;
  console.log(
    [
      `Copied ${String(rows)} rows of ${String(tables)} tables.`,
      `Before: ${what(source)} (${String(source.entries)} entries). After: ${what(copy)} (${String(copy.entries)} entries).`,
      env.DATABASE_URL === undefined
        ? 'Set DATABASE_URL to the new address and start the server. Keep DATA_DIR: people’s files and the session secret stay there.'
        : 'Remove DATABASE_URL from the settings, put the file at DATA_DIR/app.db, and start the server.',
    ].join('\n'),
  );
  return source.isSound && copy.isSound && source.entries === copy.entries ? 0 : 1;
}

async function restoreBackup(backup: string, { env, places }: CommandContext): Promise<number> {
  const { DATABASE_URL: url } = env;
  if (url !== undefined) {
    const { withPostgresAlone } = await import('~/core/db/postgres/with-postgres.server');
    const { backUpPostgres, restorePostgres } = await import('~/core/db/postgres/dump.server');
    const kept = await withPostgresAlone(url, async () => {
      const migrations = migrationFolders(places);
      const backupsDir = path.join(env.DATA_DIR, 'backups');
      const before = await backUpPostgres(url, { backupsDir, at: new Date(), kind: 'manual', migrations });
      await restorePostgres(url, backup, migrations);
      return before;
    });
    console.log(`Restored ${backup}.\nThe previous database was saved as ${kept}.`);
    return 0;
  }
  return withDataDir(env, async () => {
    const kept = await restore(
      backup,
      databaseFile(env),
      path.join(env.DATA_DIR, 'backups'),
      migrationsDir(places),
      new Date(),
    );
    console.log(`Restored ${backup}.`);
    if (kept) {
      console.log(
        kept.isDamaged
          ? `The database that was there is damaged. It was kept as ${kept.file}.`
          : `The previous database was saved as ${kept.file}.`,
      );
    }
  });
}

/** An archive holds the database's file. */
function requireSqlite({ DATABASE_URL }: Env, script: string): void {
  if (DATABASE_URL !== undefined)
    throw new Error(
      `npm run ${script} moves an installation on SQLite. On PostgreSQL use npm run db:backup, and copy DATA_DIR.`,
    );
}

async function exportAll(target: string, { env }: CommandContext): Promise<number> {
  requireSqlite(env, 'data:export');
  if (!databaseExists(databaseFile(env))) return 2;
  await exportData(target, { env, version, at: new Date() });
  console.log(
    [
      `Exported to ${target}.`,
      'This archive has everything people wrote, and the session secret, which opens the providers’ keys. Keep it where only you can read it, and delete it when you no longer need it.',
    ].join('\n'),
  );
  return 0;
}

async function importAll(archive: string, { env, places }: CommandContext): Promise<number> {
  requireSqlite(env, 'data:import');
  return withDataDir(env, async () => {
    const { manifest, kept, isOtherSecret } = await importData(archive, {
      env,
      migrationsDir: migrationsDir(places),
      at: new Date(),
    });
    console.log(`Imported ${archive}, exported on ${manifest.exportedAt} by Promptwell ${manifest.version}.`);
    if (kept !== undefined) console.log(`The data that was there before is in ${kept}.`);
    if (isOtherSecret) {
      console.warn(
        'SESSION_SECRET is set to another secret than the archive’s. Remove the setting, or enter the providers’ keys again.',
      );
    }
  });
}
