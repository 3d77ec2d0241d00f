import * as z from 'zod';
import type { AiProvider } from './contract.js';
import { createChatProvider } from './chat-completions.js';
import { createGoogleTokens } from './google-tokens.js';
import type { HttpClient } from './http/http-client.js';
import { runUnbilledRequest } from './run-request.js';
import { serviceAccountSchema } from './service-account.js';
import { GEMINI } from './vendors/gemini.js';

export interface VertexSettings {
  /** JSON of a service account's key file. */
  apiKey: string;
  region: string;
  /** Defaults to the service account's project. */
  project?: string | undefined;
  /** Defaults to Google's endpoint of the region. */
  baseUrl?: string | undefined;
}

const modelsSchema = z.object({
  publisherModels: z.array(z.object({ name: z.string() })).default([]),
});

/**
 * Google Vertex AI by its OpenAI-compatible endpoint, with a service account's access tokens. Checked 2026-11-28:
 * docs.cloud.google.com/vertex-ai/generative-ai/docs/start/openai.
 */
export function createVertexProvider(deps: { http: HttpClient }, settings: VertexSettings): AiProvider {
  const { region } = settings;
  const account = serviceAccountSchema.parse(JSON.parse(settings.apiKey));
  const origin = settings.baseUrl ?? vertexOrigin(region);
  const project = settings.project ?? account.project_id ?? '';
  const place = `projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(region)}`;
  const getToken = createGoogleTokens(deps.http, account);
  const chat = createChatProvider(deps, {
    baseUrl: `${origin}/v1/${place}/endpoints/openapi`,
    vendor: GEMINI,
    getToken,
  });
  return {
    stream: (call) => chat.stream(call),
    listModels: () =>
      runUnbilledRequest(async (trace) => {
        const response = await deps.http.fetch(`${origin}/v1beta1/publishers/google/models?pageSize=200`, {
          headers: { authorization: `Bearer ${await getToken()}` },
          trace,
        } as RequestInit);
        if (!response.ok) throw new Error('no list');
        const { publisherModels } = modelsSchema.parse(await response.json());
        return publisherModels
          .map(({ name }) => name.replace(/^publishers\/google\/models\//, 'google/'))
          .sort();
      }),
  };
}

const vertexOrigin = (region: string): string =>
  region === 'global' ? 'https://aiplatform.googleapis.com' : `https://${region}-aiplatform.googleapis.com`;
