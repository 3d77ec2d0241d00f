import OpenAI from 'openai';
import type { CallTrace } from './call-trace.js';
import { DEFAULT_TIMEOUTS, type HttpClient } from './http-client.js';
import { runFree } from './run-call.js';

export interface OpenAiSettings {
  baseUrl: string;
  /** Local servers often want none. */
  apiKey?: string | undefined;
}

/** OpenAI's SDK with nothing of its own: no retries, no log, nothing from the environment. */
export function createOpenAiClient(http: HttpClient, { baseUrl, apiKey }: OpenAiSettings): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // The SDK would otherwise take these from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    fetch: (url, init) => http.fetch(url, init),
    maxRetries: 0,
    // Its log may hold prompts.
    logLevel: 'off',
  });
}

export function requestOptions(trace: CallTrace) {
  const fetchOptions = { redirect: 'manual' as const, trace };
  // Our HTTP client keeps time in every phase; the SDK's own clock only must not interfere.
  return { fetchOptions, timeout: DEFAULT_TIMEOUTS.deadlineMs * 2 };
}

/** By the names that calls use. */
export function listModelsOf(client: OpenAI, prefix = ''): Promise<string[]> {
  return runFree(async (trace) => {
    const names: string[] = [];
    for await (const { id } of client.models.list(requestOptions(trace))) {
      names.push(id.startsWith(prefix) ? id.slice(prefix.length) : id);
    }
    return names.sort();
  });
}
