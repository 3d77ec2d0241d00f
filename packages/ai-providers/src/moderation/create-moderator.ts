import { ProviderFailure } from '../contract.js';
import { createHttpClient, type HttpClient, type HttpTimeouts } from '../http/http-client.js';
import type { Country } from '../personal-data.js';
import type { ModerationResult, ModerationSettings } from './contract.js';
import { decide } from './decide.js';
import { findNumbers } from './find-numbers.js';
import { judgeText, type Judge } from './judge.js';

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** People wait for this before anything is sent, so it is short; a guard model may have to be loaded first. */
const TIMEOUTS: Readonly<Record<JudgeSettings['kind'], HttpTimeouts>> = {
  openai: { connectTimeoutMs: 2_000, firstByteTimeoutMs: 3_000, stallTimeoutMs: 2_000, deadlineMs: 4_000 },
  model: { connectTimeoutMs: 2_000, firstByteTimeoutMs: 30_000, stallTimeoutMs: 5_000, deadlineMs: 40_000 },
};

/** Who judges: OpenAI's moderation endpoint, or a guard model on a server that speaks chat completions. */
export type JudgeSettings =
  | { kind: 'openai'; apiKey: string; baseUrl?: string | undefined; allowPrivate: boolean }
  | { kind: 'model'; model: string; baseUrl: string; apiKey?: string | undefined; allowPrivate: boolean };

/** `auto`: OpenAI's own address judges, for nothing, what goes there anyway; what goes elsewhere is shown to nobody. */
export function judgeBesideOpenAi(openAi: {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
}): JudgeSettings | undefined {
  const { apiKey, baseUrl = OPENAI_BASE_URL } = openAi;
  const isOpenAisOwn = new URL(baseUrl).origin === new URL(OPENAI_BASE_URL).origin;
  return apiKey && isOpenAisOwn ? { kind: 'openai', apiKey, baseUrl, allowPrivate: false } : undefined;
}

export interface ModeratorOptions {
  /** Whether a text that should have been judged and could not is sent all the same. */
  whenUnavailable?: 'allow' | 'refuse';
  countries?: readonly Country[] | undefined;
  timeouts?: Partial<HttpTimeouts>;
  onUnavailable?: (failure: ProviderFailure) => void;
}

export interface Moderator {
  /**
   * Judges a text; without a judge only card numbers and personal data are looked for. A judge that fails is said in
   * `source`. @throws the signal's reason, once it has aborted
   */
  moderate(
    text: string,
    settings: ModerationSettings,
    about?: {
      judge?: JudgeSettings | undefined;
      signal?: AbortSignal | undefined;
      /** Others than the moderator's own. */
      countries?: readonly Country[] | undefined;
    },
  ): Promise<ModerationResult>;
  close(): Promise<void>;
}

const NOT_JUDGED =
  'This server’s moderation can’t be reached, and it doesn’t send unchecked text. Please try again in a moment.';

/** @throws Error when a judge's address is malformed, at its first text. */
export function createModerator(options: ModeratorOptions = {}): Moderator {
  const { whenUnavailable = 'allow', countries: ownCountries, onUnavailable } = options;
  const clients: HttpClient[] = [];
  const judges = new Map<string, Promise<Judge>>();

  function judgeOf(settings: JudgeSettings): Promise<Judge> {
    const name = JSON.stringify(settings);
    const known = judges.get(name);
    if (known) return known;
    const http = createHttpClient({
      allowPrivate: settings.allowPrivate,
      timeouts: { ...TIMEOUTS[settings.kind], ...options.timeouts },
    });
    clients.push(http);
    const judge = loadJudge(http, settings);
    judges.set(name, judge);
    return judge;
  }

  return {
    moderate: async (text, settings, { judge, signal, countries = ownCountries } = {}) => {
      const numbers = await findNumbers(text, countries);
      const own = decide(numbers, settings, 'patterns');
      // What is blocked for a card number is not shown to anybody else.
      if (!judge || text.trim() === '' || own.decision === 'block') return own;
      try {
        const seen = await judgeText(await judgeOf(judge), text, signal);
        return decide({ ...seen, ...numbers }, settings, judge.kind);
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        onUnavailable?.(error);
        const unjudged = { ...own, source: 'unavailable' } as const;
        return whenUnavailable === 'allow'
          ? unjudged
          : { ...unjudged, decision: 'block', message: NOT_JUDGED };
      }
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** OpenAI's SDK is loaded with the first text that is judged. */
async function loadJudge(http: HttpClient, settings: JudgeSettings): Promise<Judge> {
  const { kind, apiKey } = settings;
  const baseUrl = (settings.baseUrl ?? OPENAI_BASE_URL).replace(/\/+$/, '');
  if (kind === 'openai')
    return (await import('./openai-moderation.js')).openAiModeration(http, { apiKey, baseUrl });
  return (await import('./guard-model.js')).guardModel(http, { model: settings.model, apiKey, baseUrl });
}
