import {
  createModerator,
  findInLongText,
  redactLongText,
  screenText,
  type FoundData,
  type JudgeSettings,
  type ModerationResult,
  type ModerationSettings,
  type Screened,
} from '@promptwell/ai-providers/moderation';
import { DomainError } from '~/core/shared/errors';
import type { Env } from '~/core/server/env.server';
import type { Logger } from '~/core/server/logger.server';
import type { Services } from '~/services';
import type { ModerationAnswer } from './answers';
import { createKnownTexts, type KnownTexts } from './known-texts.server';
import type { SettingsStore } from './settings-store.server';

/** Which provider will answer the text, if that is known, and until when anybody waits for the judgment. */
interface About {
  provider?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Other than the house's, to try them out. */
  settings?: ModerationSettings | undefined;
}

/** The house's moderation: who judges, and by which settings. */
export interface Moderation {
  settings(): Promise<ModerationSettings>;
  /** They were changed: the next check reads them anew. */
  forgetSettings(): void;
  /** Who judges what people send, for the page that says so. */
  judgedBy(): 'openai' | 'openai-models' | 'model' | 'none';
  /** @throws DomainError `called_off`, once the signal has aborted */
  check(text: string, about?: About): Promise<ModerationResult>;
  /** The text without personal data, if it may be sent. */
  screen(text: string, about?: About): Promise<Screened>;
  /** What needs no judge any more. */
  known: KnownTexts;
  /** Where personal data stands in a text. */
  find(text: string): Promise<FoundData[]>;
  redact(text: string): Promise<string>;
  close(): Promise<void>;
}

export function createModeration(deps: {
  env: Pick<Env, 'HOME_COUNTRY' | 'MODERATION_ON_FAILURE'>;
  store: SettingsStore;
  judgeOf: (provider: string | undefined) => JudgeSettings | undefined;
  log: Logger;
}): Moderation {
  const { HOME_COUNTRY: homeCountry, MODERATION_ON_FAILURE: whenUnavailable } = deps.env;
  const moderator = createModerator({
    homeCountry,
    whenUnavailable,
    onUnavailable: ({ kind, status, vendorCode }) => {
      deps.log.warn({ kind, status, vendorCode, whenUnavailable }, 'a text could not be judged');
    },
  });
  const check: Moderation['check'] = async (text, { provider, signal, settings } = {}) => {
    const used = settings ?? (await deps.store.read());
    try {
      return await moderator.moderate(text, used, { judge: deps.judgeOf(provider), signal });
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
      const always = deps.judgeOf(undefined);
      return always?.kind ?? (deps.judgeOf('openai') ? 'openai-models' : 'none');
    },
    check,
    known: createKnownTexts(),
    screen: (text, about) => screenText(text, (redacted) => check(redacted, about), homeCountry),
    find: async (text) =>
      (await findInLongText(text, homeCountry)).map(({ kind, start, end }) => ({ kind, start, end })),
    redact: (text) => redactLongText(text, homeCountry),
    close: () => moderator.close(),
  };
}

/** What is said of a text before it is sent: the decision, and where personal data stands in it. */
export async function moderateText(
  { moderation }: Services,
  { text, provider, signal }: { text: string } & About,
): Promise<ModerationAnswer> {
  const result = await moderation.check(text, { provider, signal });
  const hasSome = result.categories.some(({ name }) => name === 'personal-data' || name === 'payment-cards');
  return { ...result, personalData: hasSome ? await moderation.find(text) : [] };
}
