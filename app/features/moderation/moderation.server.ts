import {
  createModerator,
  findInLongText,
  isCountry,
  redactLongText,
  screenText,
  type Country,
  type FoundData,
  type ClassifierSettings,
  type ModerationResult,
  type ModerationSettings,
  type Screened,
} from '@promptwell/ai-providers/moderation';
import { DomainError } from '~/core/shared/errors';
import type { Env } from '~/core/server/env.server';
import type { Logger } from '~/core/server/logger.server';
import type { Actor } from '~/core/server/session.server';
import type { ModerationDeps } from './deps.server';
import type { ModerationAnswer } from './responses';
import { createPassedTextCache, type PassedTextCache } from './passed-text-cache.server';
import type { SettingsStore } from './settings-store.server';

/** Countries whose phone and national id numbers count as personal data; none: the server's. */
type Countries = readonly Country[];

/** The provider that will receive the text, if known, and a signal that ends the check. */
interface About {
  provider?: string | undefined;
  signal?: AbortSignal | undefined;
  countries?: Countries | undefined;
  /** Overrides the stored settings, to try them. */
  settings?: ModerationSettings | undefined;
}

/** The installation's moderation: classifier and settings. */
export interface Moderation {
  settings(): Promise<ModerationSettings>;
  /** Invalidates the cached settings after a change. */
  forgetSettings(): void;
  /** Which classifier checks prompts, for the page that says so. */
  judgedBy(): 'openai' | 'openai-models' | 'model' | 'none';
  /** @throws DomainError `called_off` if the signal aborts */
  check(text: string, about?: About): Promise<ModerationResult>;
  /** Returns the text without personal data, if it may be sent. */
  screen(text: string, about?: About): Promise<Screened>;
  /** Cache of texts that passed. */
  known: PassedTextCache;
  /** Finds personal data in a text. */
  find(text: string, countries?: Countries): Promise<FoundData[]>;
  redact(text: string, countries?: Countries): Promise<string>;
  close(): Promise<void>;
}

export function createModeration(deps: {
  env: Pick<Env, 'HOME_COUNTRY' | 'MODERATION_ON_FAILURE'>;
  store: SettingsStore;
  classifierFor: (provider: string | undefined) => ClassifierSettings | undefined;
  log: Logger;
}): Moderation {
  const { HOME_COUNTRY: homeCountries, MODERATION_ON_FAILURE: whenUnavailable } = deps.env;
  const orHome = (countries: Countries = []) => (countries.length > 0 ? countries : homeCountries);
  const moderator = createModerator({
    whenUnavailable,
    onUnavailable: ({ kind, status, vendorCode }) => {
      deps.log.warn({ kind, status, vendorCode, whenUnavailable }, 'a text could not be judged');
    },
  });
  const check: Moderation['check'] = async (text, { provider, signal, settings, countries } = {}) => {
    const used = settings ?? (await deps.store.read());
    try {
      return await moderator.moderate(text, used, {
        judge: deps.classifierFor(provider),
        signal,
        countries: orHome(countries),
      });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      throw new DomainError('conflict', 'Canceled before it was checked.', {
        code: 'called_off',
        cause: error,
      });
    }
  };
  return {
    settings: () => deps.store.read(),
    forgetSettings: () => deps.store.invalidate(),
    judgedBy: () => {
      const always = deps.classifierFor(undefined);
      return always?.kind ?? (deps.classifierFor('openai') ? 'openai-models' : 'none');
    },
    check,
    known: createPassedTextCache(),
    screen: (text, about) => screenText(text, (redacted) => check(redacted, about), orHome(about?.countries)),
    find: async (text, countries) =>
      (await findInLongText(text, orHome(countries))).map(({ kind, start, end }) => ({ kind, start, end })),
    redact: (text, countries) => redactLongText(text, orHome(countries)),
    close: () => moderator.close(),
  };
}

/** The countries a user chose in their preferences. */
export const countriesOf = async (
  { preferences }: Pick<ModerationDeps, 'preferences'>,
  userId: string,
): Promise<Countries> => (await preferences.read(userId)).PersonalDataCountries.filter(isCountry);

/** Checks a text before it is sent: the decision, and the personal data found. */
export async function moderateText(
  services: Pick<ModerationDeps, 'moderation' | 'preferences'>,
  { userId }: Actor,
  { text, provider, signal }: { text: string } & About,
): Promise<ModerationAnswer> {
  const { moderation } = services;
  const countries = await countriesOf(services, userId);
  const result = await moderation.check(text, { provider, signal, countries });
  const hasSome = result.categories.some(({ name }) => name === 'personal-data' || name === 'payment-cards');
  return { ...result, personalData: hasSome ? await moderation.find(text, countries) : [] };
}
