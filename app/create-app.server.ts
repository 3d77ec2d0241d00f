import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { explainDamage } from '~/core/db/sqlite/damaged-database.server';
import type { AppDatabase } from '~/core/db/app-database';
import type { MigrationFolders } from '~/core/db/migrations.server';
import { openDatabase } from '~/core/db/sqlite/database.server';
import { claimDataDir } from '~/core/db/sqlite/single-instance.server';
import type { Env } from '~/core/server/env.server';
import type { Logger } from '~/core/server/logger.server';
import { readInstallationSecret } from '~/core/server/secrets.server';
import { steadyClock, systemClock } from '~/core/shared/clock';
import { ensureFirstAdministrator } from '~/features/accounts/index.server';
import { seedModels } from '~/features/completions/index.server';
import { readSeed, seedContent } from '~/features/generator/index.server';
import { seedDocs } from '~/features/docs/index.server';
import { refreshProviders } from '~/features/models/index.server';
import {
  createMetrics,
  createTraces,
  genAiAttributes,
  type Metrics,
  type Traces,
} from '~/features/operations/index.server';
import { announce } from './announce.server';
import { closeServices, createServices, databaseFile } from './create-services.server';
import { postgresStores, sqliteStores, type DialectStores } from './dialect-stores.server';
import { drainWork } from './drain-work.server';
import { startMaintenance } from './maintenance.server';
import type { Services } from './services';
import { version } from '../package.json';

export interface AppPaths {
  /** The program's folder, which contains prisma/. */
  root: string;
}

export const migrationsDir = (places: AppPaths): string => path.join(places.root, 'prisma/migrations');

/** Of both databases: a backup of one may be a file of the other. */
export const migrationFolders = (places: AppPaths): MigrationFolders => ({
  sqlite: migrationsDir(places),
  postgres: path.join(places.root, 'prisma/postgres'),
});

const contentDir = (places: AppPaths): string => path.join(places.root, 'prisma/seed/content');

/**
 * How long shutdown waits for pending bookings. They are usually pending because the disk is full, which won't change.
 */
const BOOKING_MS = 500;

/** The running application, from boot to shutdown. */
export interface App {
  services: Services;
  /** For `/metrics`; undefined unless enabled in the settings. */
  metrics: Metrics | undefined;
  /** Undefined unless an endpoint is configured. */
  traces: Traces | undefined;
  /** The checks of `/readyz`; true means healthy. */
  checkReadiness(): Promise<Record<string, boolean>>;
  /** Called once the host listens: prints the address and the set-up link. Returns the address to open first. */
  announce(origin: string): Promise<string>;
  /** Finishes or ends users' requests and runs. Returns false if some are still running. */
  drain(timeoutMs: number): Promise<boolean>;
  /** Call after `drain`. Does not wait for requests that could not be drained. */
  close(isDrained: boolean): Promise<void>;
}

export const createApp = (env: Env, places: AppPaths, log: Logger): Promise<App> =>
  env.DATABASE_URL === undefined ? startOnSqlite(env, places, log) : startApp(env, places, log);

const startOnSqlite = (env: Env, places: AppPaths, log: Logger): Promise<App> =>
  explainDamage(databaseFile(env), path.join(env.DATA_DIR, 'backups'), () => startApp(env, places, log));

async function startApp(env: Env, places: AppPaths, log: Logger): Promise<App> {
  log.info({ version, node: process.version }, 'Promptwell starts');
  const releaseDataDir = claimDataDir(env.DATA_DIR);
  const { database, stores } = await openStores(env, places, log);
  if (database.applied.length > 0) log.info({ migrations: database.applied }, 'database brought up to date');
  await seedModels(database.prisma);
  await seedContent(database.prisma, readSeed(contentDir(places)));
  await seedDocs(database.prisma, new Date());

  // The port is known only once the server listens.
  let origin = (env.APP_URL ?? `http://${env.HOST}:${String(env.PORT)}`).replace(/\/$/, '');
  const services = createServices({
    env,
    database,
    stores,
    clock: systemClock,
    steadyClock,
    log,
    processId: randomUUID(),
    secret: readInstallationSecret(env.SESSION_SECRET, env.DATA_DIR),
    siteUrl: () => origin,
  });
  await refreshProviders(services);
  const recovery = await services.ledger.recover();
  if (recovery.releasedAsLoss > 0 || recovery.releasedUndispatched > 0) {
    log.warn(
      { ...recovery, lossMicroUsd: String(recovery.lossMicroUsd) },
      'ended the calls that the last run left open',
    );
  }
  // Before the port opens, so that a script can log in as soon as it is open.
  const first = await ensureFirstAdministrator(services);
  await services.baiql.runner.recover();
  const stopMaintenance = startMaintenance(services);

  const traces = await createTraces(env);
  if (traces) {
    services.stats.onRequest(({ provider, isFailure, ms, details }) => {
      if (!details) return;
      traces.recordCall({
        name: `${details.operation} ${details.model}`,
        ms,
        isFailure,
        attributes: genAiAttributes(provider, services.providers.settingOf(provider)?.kind, details),
      });
    });
  }

  return {
    services,
    metrics: createMetrics(services),
    traces,
    checkReadiness: async () => ({
      database: await database.isReadable(),
      bookings: services.bookings.waiting === 0,
    }),
    announce: (address) => {
      origin = address;
      const link = first.kind === 'set-up-link' ? `${origin}${first.path}` : undefined;
      const notes = [
        ...(first.kind === 'created' ? [`Created the first administrator: ${first.email}`] : []),
        ...(env.SMTP_URL === undefined
          ? [`SMTP_URL is not set: emails are saved in ${path.resolve(env.DATA_DIR, 'mail')}`]
          : []),
        ...(link === undefined ? [] : [`Create the first administrator (one-time link): ${link}`]),
      ];
      announce(log, { notes, origin }, process.stdout.isTTY);
      return Promise.resolve(link ?? origin);
    },
    drain: (timeoutMs) => drainWork(services, timeoutMs),
    close: async (isDrained) => {
      await stopMaintenance();
      const lost = await services.bookings.close(BOOKING_MS);
      if (lost > 0)
        log.error({ calls: lost }, 'calls that could not be booked: the next start books them as a loss');
      await closeServices(services, isDrained);
      await traces?.close();
      await database.close();
      releaseDataDir();
    },
  };
}

/** Opens the database that the settings name. PostgreSQL's packages are loaded only where it is used. */
async function openStores(
  env: Env,
  places: AppPaths,
  log: Logger,
): Promise<{ database: AppDatabase; stores: DialectStores }> {
  if (env.DATABASE_URL === undefined) {
    const database = openDatabase(databaseFile(env), migrationsDir(places));
    return { database, stores: sqliteStores(database) };
  }
  const { openPostgres } = await import('~/core/db/postgres/open-postgres.server');
  const database = await openPostgres({
    url: env.DATABASE_URL,
    migrations: migrationFolders(places),
    log,
    onTaken: () => {
      log.fatal('Another Promptwell has taken over the database, so this one ends.');
      process.exit(1);
    },
  });
  return { database, stores: postgresStores(database) };
}
