import OpenAI from 'openai';
import * as z from 'zod';
import { ProviderFailure } from './contract.js';
import type { CallTrace } from './http/call-trace.js';
import { DEFAULT_TIMEOUTS, type HttpClient } from './http/http-client.js';
import { runFree } from './run-call.js';

export interface OpenAiSettings {
  baseUrl: string;
  /** Local servers often want none. */
  apiKey?: string | undefined;
  /** Azure wants its key under a name of its own, and `api-version` with its older addresses. */
  azure?: { origin: string; apiVersion: string | undefined } | undefined;
  /** A token for the next request, where keys are exchanged for tokens. @throws ProviderFailure */
  getToken?: (() => Promise<string>) | undefined;
}

/** OpenAI's SDK with nothing of its own: no retries, no log, nothing from the environment. */
export function createOpenAiClient(http: HttpClient, { baseUrl, apiKey, azure }: OpenAiSettings): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // The SDK would otherwise take these from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...((apiKey === undefined || azure) && {
      defaultHeaders: { authorization: null, ...(azure && { 'api-key': apiKey }) },
    }),
    ...(azure?.apiVersion !== undefined && { defaultQuery: { 'api-version': azure.apiVersion } }),
    // With its own Response the SDK need not try out whether a form can be sent.
    fetch: Object.assign((url: string | URL | Request, init?: RequestInit) => http.fetch(url, init), {
      Response,
    }),
    maxRetries: 0,
    // Its log may hold prompts.
    logLevel: 'off',
  });
}

export function requestOptions(trace: CallTrace, token?: string) {
  const fetchOptions = { redirect: 'manual' as const, trace };
  // Our HTTP client keeps time in every phase; the SDK's own clock only must not interfere.
  return {
    fetchOptions,
    timeout: DEFAULT_TIMEOUTS.deadlineMs * 2,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  };
}

const models = z.array(z.object({ id: z.string() }));
/** Together AI sends the bare array. */
const modelListSchema = z.union([models.transform((data) => ({ data })), z.object({ data: models })]);

/** By the names that calls use. */
export function listModelsOf(client: OpenAI, prefix = ''): Promise<string[]> {
  return runFree(async (trace) => {
    // The SDK takes whatever is no list, such as a web page, for an empty one.
    const answer: unknown = await (await client.models.list(requestOptions(trace)).asResponse()).json();
    return modelListSchema
      .parse(answer)
      .data.map(({ id }) => (id.startsWith(prefix) ? id.slice(prefix.length) : id))
      .sort();
  });
}

/** The last version in which Azure lists to a key what is deployed; later ones list what could be. */
const DEPLOYMENTS_VERSION = '2023-03-15-preview';
/** How a resource answers that doesn't list them, such as one of Azure AI Foundry. */
const LISTS_NONE: readonly (number | undefined)[] = [400, 404, 405, 410];

const deploymentListSchema = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string().optional() })),
});

/** The deployments of an Azure resource; none where it doesn't list them. */
export async function listDeploymentsOf(client: OpenAI, origin: string): Promise<string[]> {
  try {
    return await runFree(async (trace) => {
      const options = { ...requestOptions(trace), query: { 'api-version': DEPLOYMENTS_VERSION } };
      const answer = await client.get(`${origin}/openai/deployments`, options).asResponse();
      return deploymentListSchema
        .parse(await answer.json())
        .data.filter(({ status = 'succeeded' }) => status === 'succeeded')
        .map(({ id }) => id)
        .sort();
    });
  } catch (error) {
    if (error instanceof ProviderFailure && LISTS_NONE.includes(error.status)) return [];
    throw error;
  }
}
