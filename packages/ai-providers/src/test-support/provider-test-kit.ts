import { afterAll, afterEach, beforeAll } from 'vitest';
import { startAnthropicServer } from '../../../../tests/vendors/anthropic-server';
import { startOpenAiServer } from '../../../../tests/vendors/openai-server';
import { startResponsesServer } from '../../../../tests/vendors/responses-server';
import type { VendorServer } from '../../../../tests/vendors/vendor-server';
import { complete } from '../complete.js';
import { ProviderFailure, textMessage, type AiProvider, type ProviderRequest } from '../contract.js';
import type { HttpTimeouts } from '../http/http-client.js';
import { createProviders, type OpenAiApi, type ProviderKind, type ProviderRegistry } from '../registry.js';

/** Shared by tests of both SDKs: a vendor, a provider, and a request. */
export const API_KEY = 'sk-local-0123456789abcdef';
export const PROMPT = 'Compare two short poems about the sea.';

export const VENDORS = [
  { name: 'chat completions', kind: 'openai', api: 'chat-completions', start: startOpenAiServer },
  { name: 'the Responses API', kind: 'openai', api: 'responses', start: startResponsesServer },
  { name: 'Anthropic’s messages', kind: 'anthropic', api: undefined, start: startAnthropicServer },
] as const;

/** A vendor for all tests of a describe block, reset between them, and a provider connected to it. */
export function connectTo({ kind, api, start }: (typeof VENDORS)[number]) {
  let parts: { vendor: VendorServer; registry: ProviderRegistry } | undefined;
  const connected = () => {
    if (!parts) throw new Error('The vendor is there inside of tests only.');
    return parts;
  };
  beforeAll(async () => {
    const vendor = await start();
    parts = { vendor, registry: registryFor(vendor, { kind, api }) };
  });
  afterEach(() => {
    const { vendor } = connected();
    vendor.release();
    vendor.log.reset();
  });
  afterAll(async () => {
    const { vendor, registry } = connected();
    await registry.close();
    await vendor.close();
  });
  return {
    get vendor() {
      return connected().vendor;
    },
    get provider() {
      return get(connected().registry);
    },
  };
}

export function registryFor(
  vendor: VendorServer,
  speaks: { kind: ProviderKind; api?: OpenAiApi | undefined },
  timeouts?: Partial<HttpTimeouts>,
): ProviderRegistry {
  const setting = { key: 'it', ...speaks, apiKey: API_KEY, baseUrl: vendor.baseUrl, allowPrivate: true };
  return createProviders([setting], { timeouts });
}

export function get(registry: ProviderRegistry): AiProvider {
  const provider = registry.get('it');
  if (!provider) throw new Error('The registry has lost its provider.');
  return provider;
}

export function call(changes: Partial<ProviderRequest> = {}): ProviderRequest {
  return {
    model: 'mock-small',
    messages: [textMessage('user', PROMPT)],
    maxOutputTokens: 200,
    // The outcome of a single attempt; retries are tested in steady-provider.test.ts.
    retries: false,
    ...changes,
  };
}

export async function failureOf(provider: AiProvider, asked: ProviderRequest): Promise<ProviderFailure> {
  const outcome = await complete(provider, asked).catch((error: unknown) => error);
  if (outcome instanceof ProviderFailure) return outcome;
  throw new Error(`Expected a ProviderFailure, got ${JSON.stringify(outcome)}`);
}
