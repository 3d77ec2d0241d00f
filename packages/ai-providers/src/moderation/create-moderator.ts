import { ProviderFailure } from '../contract.js';
import { createHttpClient, type HttpTimeouts } from '../http-client.js';
import type { Findings, ModerationResult, ModerationSettings, ModerationSource } from './contract.js';
import { decide } from './decide.js';
import { addFindings, findNumbers, scoreLongText } from './moderate-text.js';

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** People wait for this before anything is sent, so it is short. */
const TIMEOUTS: HttpTimeouts = {
  connectTimeoutMs: 2_000,
  firstByteTimeoutMs: 3_000,
  stallTimeoutMs: 2_000,
  deadlineMs: 4_000,
};

/** After a failure the endpoint is left alone for so long: nobody waits for what has just failed. */
const REST_MS = 30_000;
/** A server without the endpoint, or a key that may not use it, does not change soon. */
const LONG_REST_MS = 10 * 60_000;

export interface ModeratorOptions {
  /** Asks OpenAI's moderation endpoint, if there is a key for it; else our own rules judge alone. */
  openAi?: { apiKey: string; baseUrl?: string; allowPrivate: boolean };
  timeouts?: Partial<HttpTimeouts>;
  /** The endpoint could not be asked, and our own rules have judged instead. */
  onFallback?: (failure: ProviderFailure) => void;
  /** Milliseconds that only grow. */
  now?: () => number;
}

export interface Moderator {
  /** Judges a text. Never fails because a vendor fails: `source` says who has judged. */
  moderate(text: string, settings: ModerationSettings): Promise<ModerationResult>;
  close(): Promise<void>;
}

/** @throws Error when the address of OpenAI's endpoint is malformed, at the first text. */
export function createModerator(options: ModeratorOptions = {}): Moderator {
  const { openAi, onFallback, now = () => performance.now() } = options;
  const http =
    openAi &&
    createHttpClient({ allowPrivate: openAi.allowPrivate, timeouts: { ...TIMEOUTS, ...options.timeouts } });
  let loading: Promise<Endpoint> | undefined;
  const endpoint = async (): Promise<Endpoint | undefined> => {
    if (!openAi || !http) return undefined;
    loading ??= import('./openai-moderation.js').then((module) => ({
      mostUnits: module.MAX_OPENAI_UNITS,
      ask: module.createOpenAiModeration(
        { http },
        { apiKey: openAi.apiKey, baseUrl: (openAi.baseUrl ?? OPENAI_BASE_URL).replace(/\/+$/, '') },
      ),
    }));
    return loading;
  };
  let restsUntilMs = -Infinity;

  /** Our own rules on sexual content about minors count beside any vendor's. */
  async function find(text: string): Promise<{ findings: Findings; source: ModerationSource }> {
    const vendor = await endpoint();
    if (!vendor || text.trim() === '' || text.length > vendor.mostUnits) {
      return { findings: await scoreLongText(text), source: 'rules' };
    }
    if (now() < restsUntilMs) return { findings: await scoreLongText(text), source: 'rules-fallback' };
    const own = scoreLongText(text);
    try {
      const findings = await vendor.ask(text);
      const { minors } = await own;
      addFindings(findings, minors === undefined ? {} : { minors });
      return { findings, source: 'openai' };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      restsUntilMs = now() + (isLasting(error) ? LONG_REST_MS : Math.max(REST_MS, error.retryAfterMs ?? 0));
      onFallback?.(error);
      return { findings: await own, source: 'rules-fallback' };
    }
  }

  return {
    moderate: async (text, settings) => {
      const { findings, source } = await find(text);
      return decide({ ...findings, ...(await findNumbers(text)) }, settings, source);
    },
    close: async () => {
      await http?.close();
    },
  };
}

interface Endpoint {
  mostUnits: number;
  ask: (text: string) => Promise<Findings>;
}

const isLasting = ({ status }: ProviderFailure): boolean =>
  status !== undefined && [400, 401, 403, 404, 405, 501].includes(status);
