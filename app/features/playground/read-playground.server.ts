import { isOfferedTopUp, may, ownMicroUsd, planOf, sendsFree } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import {
  FREE_OPTIMIZATIONS_PER_DAY,
  FREE_PLAN_LIMITS,
  listModels,
  planLimitsOf,
  readOutputOverride,
  freeModelNames,
} from '~/features/completions/index.server';
import { readGenerator } from '~/features/generator/index.server';
import { listSavedSessions, predatesHistory } from '~/features/sessions/index.server';
import { transcriptionOffer } from '~/features/transcription/index.server';
import type { PlaygroundDeps } from './deps.server';

/** Sessions of the history's first page. */
const HISTORY_PAGE_SIZE = 25;

const SEARCHES = { auto: null, on: true, off: false } as const;

export async function readPlayground(services: PlaygroundDeps, actor: Actor) {
  const [
    providers,
    retiredModels,
    freeModels,
    account,
    balance,
    preferences,
    generator,
    transcription,
    history,
    isNewToHistory,
  ] = await Promise.all([
    listModels(services),
    services.catalogue.retired(),
    freeModelNames(services),
    services.ledger.balance(actor.userId),
    getBalance(services, actor),
    services.preferences.read(actor.userId),
    readGenerator(services, actor),
    transcriptionOffer(services),
    listSavedSessions(services, actor, { page: 1, pageSize: HISTORY_PAGE_SIZE, kind: 'all' }),
    predatesHistory(services, actor),
  ]);
  const plan = planOf(actor.roles, account);
  const planLimits = planLimitsOf(actor.roles, plan);
  return {
    userId: actor.userId,
    plan,
    generator,
    maySetUpProviders: may(actor, 'admin:open'),
    providers,
    /** Retired models. */
    retiredModels,
    /** Free-plan models, by display name. */
    freeModels,
    /** The balance less holds; 0 while in debt. */
    availableMicroUsd: balance.availableMicroUsd,
    offersTopUp: isOfferedTopUp(actor, account, preferences.LowBalanceWarnCents),
    /** Free models cost nothing; on paid plans too while there is no money. */
    sendsFree: sendsFree(actor.roles, account),
    /** Requests to a free model that this can't cover, even with the free plan's reply, use the free allowance. */
    ownMicroUsd: Number(ownMicroUsd(account)),
    freeMaxOutputTokens: FREE_PLAN_LIMITS.maxOutputTokens,
    freeSendsToday: balance.freeSendsToday,
    freeSendsPerDay: balance.freeSendsPerDay,
    /** From the preferences; this browser's last choice takes precedence. */
    preferred: {
      provider: preferences.DefaultProvider,
      model: preferences.DefaultModel,
      maxOutputTokens: preferences.DefaultMaxOutputTokens,
      instructions: preferences.DefaultInstructions,
      options: {
        temperature: preferences.DefaultTemperature,
        effort: preferences.DefaultEffort,
        webSearch: SEARCHES[preferences.DefaultWebSearch],
        json: preferences.DefaultJsonReplies,
      },
    },
    /** The latest sessions. */
    history,
    keepsHistory: services.env.HISTORY_DAYS > 0 && preferences.KeepHistory,
    historyDays: services.env.HISTORY_DAYS,
    /** The account was here before there was a history. */
    isNewToHistory,
    sharesSessions: services.env.SESSION_SHARING,
    exportFormat: preferences.DefaultExportFormat,
    timezone: preferences.PreferredTimezone,
    /** The account's maximum reply length. */
    maxOutputTokensCeiling: planLimits.maxOutputTokens,
    /** The model that transcribes recordings; null if there is none. */
    transcription,
    attachmentLimits: { files: planLimits.attachments, characters: planLimits.characters },
    limits: {
      /** 0: no limit. */
      perRequestCapCents: preferences.PerRequestCapCents ?? 0,
      /** The temporarily raised reply limit; null if there is none. */
      raise: plan === 'pro' ? readOutputOverride(preferences, services.clock()) : null,
    },
    freeOptimizationsPerDay: FREE_OPTIMIZATIONS_PER_DAY,
  };
}
