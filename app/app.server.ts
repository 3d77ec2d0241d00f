import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DAY_MS, systemClock } from '~/core/shared/clock';
import { openDatabase } from '~/core/db/database.server';
import { claimDataDir } from '~/core/db/single-instance.server';
import type { Env } from '~/core/server/env.server';
import { createLogger } from '~/core/server/logger.server';
import { createRateLimits } from '~/core/server/rate-limits.server';
import { deriveKey, readInstallationSecret } from '~/core/server/secrets.server';
import { createAccounts, createSessions, ensureFirstAdministrator } from '~/features/accounts/index.server';
import { baiqlData, createBaiql } from '~/features/baiql/index.server';
import {
  createCatalogue,
  createRunningCalls,
  seedModels,
  type CompletionDeps,
} from '~/features/completions/index.server';
import { createLedger, ledgerData } from '~/features/ledger/index.server';
import { createModeration } from '~/features/moderation/index.server';
import { createPreferences, readSpendCaps } from '~/features/preferences/index.server';
import { createProviders } from '~/integrations/ai/registry.server';
import { createMailer } from '~/integrations/mail/index.server';
import { checkBooks, startMaintenance } from './maintenance.server';
import { moderationEndpoint, providerSettings } from './provider-settings.server';

export interface AppPlaces {
  /** The folder of the program, with prisma/ below it. */
  root: string;
}

export const databaseFile = (env: Env): string => path.join(env.DATA_DIR, 'app.db');
export const migrationsDir = (places: AppPlaces): string => path.join(places.root, 'prisma/migrations');

/** Everything that routes work with, put together once at boot. */
export type App = Awaited<ReturnType<typeof createApp>>;

export async function createApp(env: Env, places: AppPlaces) {
  const log = createLogger(env.LOG_LEVEL);
  const clock = systemClock;
  fs.mkdirSync(env.DATA_DIR, { recursive: true });
  const giveBackDataDir = claimDataDir(env.DATA_DIR);
  const database = openDatabase(databaseFile(env), migrationsDir(places));
  const { connection, lock, prisma } = database;
  if (database.applied.length > 0) log.info({ migrations: database.applied }, 'database brought up to date');
  await seedModels(prisma);

  const bootId = randomUUID();
  const secret = readInstallationSecret(env.SESSION_SECRET, env.DATA_DIR);
  const ledger = createLedger({
    connection,
    lock,
    clock,
    bootId,
    sealKey: deriveKey(secret, 'sealed answers'),
    log,
  });
  const recovery = await ledger.recover();
  if (recovery.releasedAsLoss > 0 || recovery.releasedUndispatched > 0) {
    log.warn(
      { ...recovery, lossMicroUsd: String(recovery.lossMicroUsd) },
      'ended the calls that the last run left open',
    );
  }
  const booksChecked = checkBooks({ ledger, log }); // beside serving: big books take seconds

  const sessions = createSessions({ prisma, clock });
  const limits = createRateLimits();
  const mailer = createMailer(env, log);
  // The port is known for certain only when the server listens.
  let siteUrl = (env.APP_URL ?? `http://${env.HOST}:${String(env.PORT)}`).replace(/\/$/, '');
  const preferences = createPreferences({ prisma });
  const catalogue = createCatalogue(prisma);
  const providers = createProviders(providerSettings(env));
  const running = createRunningCalls();
  const moderation = createModeration({ openAi: moderationEndpoint(env), log });
  const completion: CompletionDeps = {
    catalogue,
    providers,
    ledger,
    running,
    moderation,
    spendCaps: (userId) => readSpendCaps({ preferences }, userId),
    clock,
    log,
  };
  const baiql = createBaiql({
    prisma,
    connection,
    lock,
    completion,
    owner: bootId,
    workers: env.BAIQL_WORKERS,
    keepDetailsMs: env.BAIQL_KEEP_DAYS * DAY_MS,
    filesDir: path.join(env.DATA_DIR, 'files'),
    textsDir: path.join(env.DATA_DIR, 'texts'),
    clock,
    log,
  });
  const accounts = createAccounts({
    prisma,
    clock,
    log,
    ledger,
    mailer,
    sessions,
    limits,
    preferences,
    personalData: [ledgerData(ledger), baiqlData(baiql)],
    siteUrl: () => siteUrl,
    browserKey: deriveKey(secret, 'known browsers'),
    googleSettings: env,
  });
  await baiql.runner.recover();
  const stopMaintenance = startMaintenance({ ledger, accounts, log });

  return {
    env,
    log,
    clock,
    connection,
    lock,
    prisma,
    secret,
    ledger,
    sessions,
    limits,
    mailer,
    accounts,
    preferences,
    catalogue,
    providers,
    running,
    moderation,
    completion,
    baiql,
    /** What `/readyz` asks, each true when it is well. */
    checkReadiness: (): Record<string, boolean> => ({ database: connection.open }),
    /** Once the host listens: tells where the product is, and how its first administrator is made. */
    announce: async (origin: string): Promise<void> => {
      siteUrl = origin;
      const first = await ensureFirstAdministrator(accounts, env);
      const link = first.kind === 'set-up-link' ? `${origin}${first.path}` : undefined;
      console.log(
        [
          ...(first.kind === 'created' ? [`Made the first administrator: ${first.email}`] : []),
          ...(link === undefined ? [] : [`Make the first administrator here (works once): ${link}`]),
          `Promptwell is ready: ${origin}`,
        ].join('\n'),
      );
    },
    drain: async (timeoutMs: number): Promise<boolean> => {
      const drained = await Promise.all([running.drain(timeoutMs), baiql.drain(timeoutMs)]);
      return drained.every(Boolean);
    },
    close: async (): Promise<void> => {
      stopMaintenance();
      await booksChecked;
      await accounts.background.drain();
      mailer.close();
      await providers.close();
      await moderation.close();
      await database.close();
      giveBackDataDir();
    },
  };
}
