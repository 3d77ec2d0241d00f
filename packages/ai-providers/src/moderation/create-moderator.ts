import { ProviderFailure } from '../contract.js';
import { createHttpClient, type HttpClient, type HttpTimeouts } from '../http/http-client.js';
import type { Country } from '../personal-data.js';
import type { ModerationResult, ModerationSettings } from './contract.js';
import { decide } from './decide.js';
import { findNumbers } from './find-numbers.js';
import { classifyText, type Classifier } from './classifier.js';

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Short, because users wait for it before anything is sent; a guard model may have to be loaded first. */
const TIMEOUTS: Readonly<Record<ClassifierSettings['kind'], HttpTimeouts>> = {
  openai: { connectTimeoutMs: 2_000, firstByteTimeoutMs: 3_000, stallTimeoutMs: 2_000, deadlineMs: 4_000 },
  model: { connectTimeoutMs: 2_000, firstByteTimeoutMs: 30_000, stallTimeoutMs: 5_000, deadlineMs: 40_000 },
};

/** OpenAI's moderation endpoint, or a guard model on a Chat Completions server. */
export type ClassifierSettings =
  | { kind: 'openai'; apiKey: string; baseUrl?: string | undefined; allowPrivate: boolean }
  | { kind: 'model'; model: string; baseUrl: string; apiKey?: string | undefined; allowPrivate: boolean };

/** `auto`: OpenAI moderates, at no cost, only what is sent to OpenAI anyway. */
export function classifierBesideOpenAi(openAi: {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
}): ClassifierSettings | undefined {
  const { apiKey, baseUrl = OPENAI_BASE_URL } = openAi;
  const isOpenAisOwn = new URL(baseUrl).origin === new URL(OPENAI_BASE_URL).origin;
  return apiKey && isOpenAisOwn ? { kind: 'openai', apiKey, baseUrl, allowPrivate: false } : undefined;
}

export interface ModeratorOptions {
  /** Whether a text is sent if the classifier fails. */
  whenUnavailable?: 'allow' | 'refuse';
  countries?: readonly Country[] | undefined;
  timeouts?: Partial<HttpTimeouts>;
  onUnavailable?: (failure: ProviderFailure) => void;
}

export interface Moderator {
  /**
   * Moderates a text. Without a classifier, only card numbers and personal data are checked. `source` says if the
   * classifier failed. @throws the signal's reason
   */
  moderate(
    text: string,
    settings: ModerationSettings,
    about?: {
      judge?: ClassifierSettings | undefined;
      signal?: AbortSignal | undefined;
      /** Overrides the moderator's settings. */
      countries?: readonly Country[] | undefined;
    },
  ): Promise<ModerationResult>;
  close(): Promise<void>;
}

const NOT_JUDGED =
  'This server’s moderation can’t be reached, and it doesn’t send unchecked text. Please try again in a moment.';

/** @throws Error at the first text if the classifier's address is malformed */
export function createModerator(options: ModeratorOptions = {}): Moderator {
  const { whenUnavailable = 'allow', countries: ownCountries, onUnavailable } = options;
  const clients: HttpClient[] = [];
  const judges = new Map<string, Promise<Classifier>>();

  function classifierFor(settings: ClassifierSettings): Promise<Classifier> {
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
      // A text blocked for a card number is not sent to a classifier.
      if (!judge || text.trim() === '' || own.decision === 'block') return own;
      try {
        const seen = await classifyText(await classifierFor(judge), text, signal);
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

/** OpenAI's SDK is loaded on first use. */
async function loadJudge(http: HttpClient, settings: ClassifierSettings): Promise<Classifier> {
  const { kind, apiKey } = settings;
  const baseUrl = (settings.baseUrl ?? OPENAI_BASE_URL).replace(/\/+$/, '');
  if (kind === 'openai')
    return (await import('./openai-moderation.js')).openAiModeration(http, { apiKey, baseUrl });
  return (await import('./guard-model.js')).guardModel(http, { model: settings.model, apiKey, baseUrl });
}
