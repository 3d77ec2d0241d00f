import { createDocumentReader } from '@promptwell/documents';
import path from 'node:path';
import { createProviders } from '@promptwell/ai-providers';
import { DeferredWrites } from '~/core/db/deferred-writes.server';
import type { AppDatabase } from '~/core/db/app-database';
import { createBodyMemoryLimiter } from '~/core/edge/body-memory-limiter.server';
import type { Env } from '~/core/server/env.server';
import { createFreeSpace } from '~/core/server/free-space.server';
import type { Logger } from '~/core/server/logger.server';
import { emptyTemporaryRoot } from '~/core/server/temporary-folder.server';
import { createProxyWatch } from '~/core/server/proxy-watch.server';
import { createRateLimits } from '~/core/server/rate-limits.server';
import { deriveKey } from '~/core/server/secrets.server';
import { createKeyedMutex } from '~/core/server/keyed-mutex.server';
import { createInFlightRequests } from '~/core/server/user-work.server';
import { SECOND_MS, type Clock } from '~/core/shared/clock';
import {
  ACCOUNT_MAILS,
  createBackgroundTasks,
  createKnownBrowsers,
  createPasswords,
  createSessions,
  createSignInDoor,
  createUserRows,
} from '~/features/accounts/index.server';
import { apiKeyData, createApiKeys, createKeyRows } from '~/features/api-keys/index.server';
import { ALERT_MAILS } from '~/features/alerts/index.server';
import { baiqlData, createBaiql, createRunStore } from '~/features/baiql/index.server';
import { createCatalogue, createRunningCompletions } from '~/features/completions/index.server';
import { createDocsStore } from '~/features/docs/index.server';
import { feedbackData } from '~/features/feedback/index.server';
import { createContentStore } from '~/features/generator/index.server';
import { createSettlementQueue, createLedgerReports, ledgerData } from '~/features/ledger/index.server';
import { createProviderKeys, environmentSettings } from '~/features/models/index.server';
import { createModeration, createSettingsStore } from '~/features/moderation/index.server';
import { bindComposers } from '~/features/mails/index.server';
import { NOTIFICATION_MAILS } from '~/features/notifications/index.server';
import { createToolStates } from '~/features/open-api/index.server';
import { createStats, ocrData } from '~/features/operations/index.server';
import { createPreferences } from '~/features/preferences/index.server';
import { paymentData } from '~/features/payments/index.server';
import { PROMPT_MAILS, promptData, recordPromptUse } from '~/features/prompts/index.server';
import { sessionData } from '~/features/sessions/index.server';
import { followStripeEvent, subscriptionData } from '~/features/subscriptions/index.server';
import { createSeats, TEAM_MAILS, teamData } from '~/features/teams/index.server';
import { createMailer } from '~/integrations/mail/index.server';
import { createPendingSignIns, createSignInProviders } from '~/integrations/sign-in/index.server';
import { createStripe } from '~/integrations/stripe/index.server';
import { classifierFor, signInSettings, stripeSettings } from './integration-settings.server';
import type { DialectStores } from './dialect-stores.server';
import type { Services } from './services';

/** Users wait for their attachments. OCR takes about a second a page. */
const DOCUMENT_LIMITS = { maxProcesses: 2, totalTimeoutMs: 30_000, ocrTimeoutMs: 60_000, maxWaiting: 50 };

export interface ServiceDeps {
  env: Env;
  database: Pick<AppDatabase, 'prisma' | 'sql' | 'describe' | 'backUp'>;
  stores: DialectStores;
  clock: Clock;
  steadyClock: Clock;
  log: Logger;
  /** Identifies this process. */
  processId: string;
  /** The installation's secret, from which all keys are derived. */
  secret: string;
  siteUrl: () => string;
}

export const databaseFile = (env: Env): string => path.join(env.DATA_DIR, 'app.db');

/** Creates the services. create-app.server.ts recovers, announces and starts the jobs. */
export function createServices({
  env,
  database,
  stores,
  clock,
  steadyClock,
  log,
  processId,
  secret,
  siteUrl,
}: ServiceDeps): Services {
  emptyTemporaryRoot(env);
  const { prisma, sql } = database;
  const browserKey = deriveKey(secret, 'known browsers');
  const pendingSignIns = createPendingSignIns({ siteUrl, secret: browserKey.toString('base64') });
  const signInProviders = createSignInProviders(signInSettings(env), { siteUrl, pending: pendingSignIns });
  const passwords = createPasswords();
  const stripeKeys = stripeSettings(env);
  const stripe = stripeKeys && createStripe(stripeKeys);
  const storedLedger = stores.createLedger({
    clock,
    steadyClock,
    processId,
    sealKey: deriveKey(secret, 'sealed answers'),
    log,
  });
  const freeSpace = createFreeSpace(env.DATA_DIR, steadyClock);
  const { ledger, bookings } = createSettlementQueue({ ledger: storedLedger, freeSpace, log });
  const providers = createProviders(environmentSettings(env), {
    patience: { maxWaitMs: env.PROVIDER_RETRY_SECONDS * SECOND_MS },
  });
  const apiKeys = createApiKeys({ rows: createKeyRows(sql), prisma, ledger, clock, log });
  const personalData: Services['personalData'][number][] = [
    apiKeyData({ prisma, clock, ledger }),
    ledgerData(ledger),
    paymentData({ prisma, stripe, log }),
    subscriptionData({ prisma, stripe, log }),
    teamData({ prisma, ledger, forgetSession: (userId) => services.sessions.forget(userId) }),
    promptData({ prisma }),
    sessionData({ prisma, siteUrl }),
    ocrData({ prisma }),
    feedbackData({ prisma }),
  ];
  const services: Services = {
    env,
    log,
    clock,
    steadyClock,
    siteUrl,
    prisma,
    database,
    userSearch: stores.userSearch,
    ledger,
    bookings,
    ledgerReports: createLedgerReports(sql),
    seats: createSeats(sql),
    stats: createStats({ prisma, clock }),
    sessions: createSessions({ prisma, clock, apiKeys }),
    apiKeys,
    inFlightRequests: createInFlightRequests(),
    bodyMemoryLimiter: createBodyMemoryLimiter(),
    rateLimits: createRateLimits(env),
    proxyWatch: createProxyWatch({ clock, log, trusted: env.TRUST_PROXY }),
    passwords,
    userRows: createUserRows(sql),
    promptSearch: stores.promptSearch,
    sessionSearch: stores.sessionSearch,
    knownBrowsers: createKnownBrowsers(browserKey),
    factorKey: deriveKey(secret, 'authenticator apps'),
    preferences: createPreferences({ prisma }),
    mailer: createMailer(env, log),
    vendorKey: deriveKey(secret, 'names at vendors'),
    mailKey: deriveKey(secret, 'unsubscribe links'),
    mailQueueKey: deriveKey(secret, 'queued mails'),
    get mailComposers() {
      return mailComposers;
    },
    signInProviders,
    pendingSignIns,
    door: createSignInDoor({ passwords, prisma, clock }, signInProviders),
    invitationKey: deriveKey(secret, 'invitations'),
    stripe,
    paymentMutex: createKeyedMutex(),
    background: createBackgroundTasks(log),
    deferredWrites: new DeferredWrites(log),
    personalData,
    content: createContentStore(prisma),
    docs: createDocsStore(prisma),
    catalogue: createCatalogue({
      prisma,
      clock,
      isSetUp: (provider) => providers.get(provider) !== undefined,
      demo: env.DEMO_PROVIDER,
    }),
    providers,
    providerKeys: createProviderKeys(deriveKey(secret, 'provider keys')),
    runningCompletions: createRunningCompletions(),
    toolStates: createToolStates(deriveKey(secret, 'states of tool calls'), clock),
    moderation: createModeration({
      env,
      store: createSettingsStore(prisma),
      log,
      classifierFor: (provider) => classifierFor(env, provider, providers.settingOf('openai')),
    }),
    onCompletionSettled: async ({ actor, savedPromptId: promptId, operationKey, costUsd }) => {
      if (promptId !== undefined) await recordPromptUse(services, actor, { promptId, operationKey, costUsd });
    },
    onStripeEvent: (event) => followStripeEvent(services, event),
    documents: createDocumentReader(DOCUMENT_LIMITS),
    get baiql() {
      return baiql;
    },
  };
  // These depend on the other services, so they are created last.
  const mailComposers = bindComposers(services, {
    ...ACCOUNT_MAILS,
    ...ALERT_MAILS,
    ...NOTIFICATION_MAILS,
    ...PROMPT_MAILS,
    ...TEAM_MAILS,
  });
  const baiql = createBaiql(services, {
    store: createRunStore({ sql, clock }),
    leaseOwner: processId,
  });
  personalData.push(baiqlData(services));
  return services;
}

/**
 * Closes everything the services hold open except the database. Requests to providers that could not be drained end
 * with the process.
 */
export async function closeServices(services: Services, isDrained = true): Promise<void> {
  await services.background.drain();
  await services.deferredWrites.close(0);
  services.documents.close();
  await services.stats.flush();
  services.mailer.close();
  if (!isDrained) return;
  await services.providers.close();
  await services.moderation.close();
}
