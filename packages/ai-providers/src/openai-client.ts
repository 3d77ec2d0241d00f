import OpenAI from 'openai';
import * as z from 'zod';
import { ProviderFailure } from './contract.js';
import type { WireTrace } from './http/wire-trace.js';
import { DEFAULT_TIMEOUTS, type HttpClient } from './http/http-client.js';
import { runUnbilledRequest } from './run-request.js';

export interface OpenAiSettings {
  baseUrl: string;
  /** Often empty for local servers. */
  apiKey?: string | undefined;
  /** Azure uses its own header for the key, and `api-version` with older endpoints. */
  azure?: { origin: string; apiVersion: string | undefined } | undefined;
  /** An access token for the next request, if keys are exchanged for tokens. @throws ProviderFailure */
  getToken?: (() => Promise<string>) | undefined;
}

/** OpenAI's SDK without its own retries, logs and environment variables. */
export function createOpenAiClient(http: HttpClient, { baseUrl, apiKey, azure }: OpenAiSettings): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Otherwise the SDK reads these from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...((apiKey === undefined || azure) && {
      defaultHeaders: { authorization: null, ...(azure && { 'api-key': apiKey }) },
    }),
    ...(azure?.apiVersion !== undefined && { defaultQuery: { 'api-version': azure.apiVersion } }),
    // With an explicit `Response`, the SDK skips its probe for form support.
    fetch: Object.assign((url: string | URL | Request, init?: RequestInit) => http.fetch(url, init), {
      Response,
    }),
    maxRetries: 0,
    // Logs could contain prompts.
    logLevel: 'off',
  });
}

export function requestOptions(trace: WireTrace, token?: string) {
  const fetchOptions = { redirect: 'manual' as const, trace };
  // Our HTTP client has a timeout for each phase; the SDK's must not interfere.
  return {
    fetchOptions,
    timeout: DEFAULT_TIMEOUTS.deadlineMs * 2,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  };
}

const models = z.array(z.object({ id: z.string() }));
/** Together AI returns a bare array. */
const modelListSchema = z.union([models.transform((data) => ({ data })), z.object({ data: models })]);

/** Without the prefix, as requests name them. */
export function listModelsOf(client: OpenAI, prefix = ''): Promise<string[]> {
  return runUnbilledRequest(async (trace) => {
    // The SDK turns any other body, such as a web page, into an empty list.
    const answer: unknown = await (await client.models.list(requestOptions(trace)).asResponse()).json();
    return modelListSchema
      .parse(answer)
      .data.map(({ id }) => (id.startsWith(prefix) ? id.slice(prefix.length) : id))
      .sort();
  });
}

/** The last version in which Azure lists to a key what is deployed; later ones list what could be. */
const DEPLOYMENTS_VERSION = '2023-03-15-preview';
/** The response of a resource that doesn't list models, such as one of Azure AI Foundry. */
const LISTS_NONE: readonly (number | undefined)[] = [400, 404, 405, 410];

const deploymentListSchema = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string().optional() })),
});

/** The deployments of an Azure resource; none where it doesn't list them. */
export async function listDeploymentsOf(client: OpenAI, origin: string): Promise<string[]> {
  try {
    return await runUnbilledRequest(async (trace) => {
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
