import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '~/core/shared/clock';
import { renderApiDocs } from '~/core/edge/api-docs.server';
import { backUp, restore } from '~/core/db/backup.server';
import { claimDataDir } from '~/core/db/single-instance.server';
import type { Env } from '~/core/server/env.server';
import { reconcileFile } from '~/features/ledger/index.server';
import { checkStripeSide } from '~/features/payments/index.server';
import { createStripe } from '~/integrations/stripe/index.server';
import { api } from './api.server';
import { migrationsDir, type AppPlaces } from './create-app.server';
import { databaseFile } from './create-services.server';
import { stripeSettings } from './integration-settings.server';

interface Setting {
  env: Env;
  places: AppPlaces;
}

/** Each returns the exit status. */
const COMMANDS: Readonly<Record<string, (args: readonly string[], setting: Setting) => Promise<number>>> = {
  'ledger-check': checkLedger,
  'db-backup': makeBackup,
  'db-restore': restoreBackup,
  'api-docs': writeApiDocs,
};

/** The commands that an administrator runs beside or instead of the server. */
export async function runCommand(
  name: string,
  args: readonly string[],
  options: { env: Env; root: string },
): Promise<number> {
  const command = COMMANDS[name];
  if (command) return command(args, { env: options.env, places: { root: options.root } });
  console.error(`Unknown command: "${name}". Available commands: ${Object.keys(COMMANDS).join(', ')}.`);
  return 2;
}

/** Reads the books, also while the server runs, and says whether every rule of the ledger holds. */
async function checkLedger(_args: readonly string[], { env }: Setting): Promise<number> {
  const file = databaseFile(env);
  if (!isThere(file)) return 2;
  const report = await reconcileFile(file, systemClock());
  const counts = `${String(report.accounts)} accounts, ${String(report.entries)} entries, ${String(report.openHolds)} open holds`;
  if (report.isSound) console.log(`The books balance: ${counts}.`);
  else console.error([`The books do NOT balance (${counts}):`, ...report.faults].join('\n  '));
  const settings = stripeSettings(env);
  const { lines, faults } = await checkStripeSide(file, settings && createStripe(settings), systemClock());
  console.log(lines.join('\n'));
  if (faults.length > 0) console.error(['The books do NOT match Stripe:', ...faults].join('\n  '));
  return report.isSound && faults.length === 0 ? 0 : 1;
}

/** DATA_DIR may be another one than the server's. */
function isThere(file: string): boolean {
  const isFound = fs.existsSync(file);
  if (!isFound) console.error(`There is no database at ${file} yet.`);
  return isFound;
}

function writeApiDocs(_args: readonly string[], { places }: Setting): Promise<number> {
  const file = path.join(places.root, 'docs/api.md');
  fs.writeFileSync(file, renderApiDocs(api.routes));
  console.log(`Wrote ${file}`);
  return Promise.resolve(0);
}

async function makeBackup(_args: readonly string[], { env }: Setting): Promise<number> {
  const database = databaseFile(env);
  if (!isThere(database)) return 2;
  const file = await backUp(database, path.join(env.DATA_DIR, 'backups'), new Date());
  console.log(`Backup written: ${file}`);
  return 0;
}

async function restoreBackup(args: readonly string[], { env, places }: Setting): Promise<number> {
  const [backup] = args;
  if (backup === undefined) {
    console.error('Name the backup: npm run db:restore -- data/backups/app-….db');
    return 2;
  }
  fs.mkdirSync(env.DATA_DIR, { recursive: true }); // on a new machine nothing is there yet
  const giveBack = claimDataDir(env.DATA_DIR); // refuses while a server is running
  try {
    const kept = restore(
      backup,
      databaseFile(env),
      path.join(env.DATA_DIR, 'backups'),
      migrationsDir(places),
      new Date(),
    );
    console.log(
      `Restored ${backup}.${kept === undefined ? '' : ` The previous database was saved as ${kept}.`}`,
    );
  } finally {
    giveBack();
  }
  return Promise.resolve(0);
}
