import { isOfferedTopUp, may, ownMicroUsd, planOf, sendsFree } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import {
  FREE_OPTIMIZATIONS_PER_DAY,
  FREE_PLAN_LIMITS,
  listModels,
  planLimitsOf,
  readRaise,
  freeModelNames,
} from '~/features/completions/index.server';
import { readGenerator } from '~/features/generator/index.server';
import { transcriptionOffer } from '~/features/transcription/index.server';
import type { PlaygroundDeps } from './deps.server';

/** Everything that the playground shows before the first prompt. */
export async function readPlayground(services: PlaygroundDeps, actor: Actor) {
  const [providers, goneModels, freeModels, account, balance, preferences, generator, transcription] =
    await Promise.all([
      listModels(services),
      services.catalogue.gone(),
      freeModelNames(services),
      services.ledger.balance(actor.userId),
      getBalance(services, actor),
      services.preferences.read(actor.userId),
      readGenerator(services, actor),
      transcriptionOffer(services),
    ]);
  const plan = planOf(actor.roles, account);
  const planLimits = planLimitsOf(actor.roles, plan);
  return {
    userId: actor.userId,
    plan,
    generator,
    maySetUpProviders: may(actor, 'admin:open'),
    providers,
    /** Models that were to be had until their vendors withdrew them. */
    goneModels,
    /** What the free plan may use, by the names that people know. */
    freeModels,
    /** What can be spent: nothing that is on hold, nothing while something is owed. */
    availableMicroUsd: balance.availableMicroUsd,
    offersTopUp: isOfferedTopUp(actor, account, preferences.LowBalanceWarnCents),
    /** The free models cost nothing, on other plans too while there is no money. */
    sendsFree: sendsFree(actor.roles, account),
    /** A request on a free model that this can't cover, even with the free plan's reply, goes through the free allowance. */
    ownMicroUsd: Number(ownMicroUsd(account)),
    freeMaxOutputTokens: FREE_PLAN_LIMITS.maxOutputTokens,
    freeSendsToday: balance.freeSendsToday,
    freeSendsPerDay: balance.freeSendsPerDay,
    /** What the person has chosen in the preferences; this browser's own last choice counts more. */
    preferred: {
      provider: preferences.DefaultProvider,
      model: preferences.DefaultModel,
      maxOutputTokens: preferences.DefaultMaxOutputTokens,
    },
    exportFormat: preferences.DefaultExportFormat,
    timezone: preferences.PreferredTimezone,
    /** The longest reply that the account allows. */
    maxOutputTokensCeiling: planLimits.maxOutputTokens,
    /** What turns attached recordings into text; null where nothing does. */
    transcription,
    attachmentLimits: { files: planLimits.attachments, characters: planLimits.characters },
    limits: {
      /** 0 for no limit. */
      perRequestCapCents: preferences.PerRequestCapCents ?? 0,
      /** The limit of a reply, raised for some requests and some time; null when it is not. */
      raise: plan === 'pro' ? readRaise(preferences, services.clock()) : null,
    },
    freeOptimizationsPerDay: FREE_OPTIMIZATIONS_PER_DAY,
  };
}
