import { afterAll, afterEach, beforeAll } from 'vitest';
import { startAnthropicServer } from '../../../tests/vendors/anthropic-server';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { ProviderFailure, type AiProvider, type CompletionCall } from './contract.js';
import type { HttpTimeouts } from './http-client.js';
import { createProviders, type ProviderKind, type ProviderRegistry } from './registry.js';

/** What the tests of both SDKs share: a vendor, a provider in front of it, and a call. */
export const API_KEY = 'sk-local-0123456789abcdef';
export const PROMPT = 'Compare two short poems about the sea.';

export const VENDORS = [
  { name: 'the OpenAI SDK', kind: 'openai', start: startOpenAiServer },
  { name: 'the Anthropic SDK', kind: 'anthropic', start: startAnthropicServer },
] as const;

/** A vendor for all tests of a describe, forgetful between them, and a provider that speaks to it. */
export function connectTo({ kind, start }: (typeof VENDORS)[number]) {
  let parts: { vendor: VendorServer; registry: ProviderRegistry } | undefined;
  const connected = () => {
    if (!parts) throw new Error('The vendor is there inside of tests only.');
    return parts;
  };
  beforeAll(async () => {
    const vendor = await start();
    parts = { vendor, registry: registryFor(vendor, kind) };
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
  kind: ProviderKind,
  timeouts?: Partial<HttpTimeouts>,
): ProviderRegistry {
  const setting = { key: 'it', kind, apiKey: API_KEY, baseUrl: vendor.baseUrl, allowPrivate: true };
  return createProviders([setting], { timeouts });
}

export function get(registry: ProviderRegistry): AiProvider {
  const provider = registry.get('it');
  if (!provider) throw new Error('The registry has lost its provider.');
  return provider;
}

export function call(changes: Partial<CompletionCall> = {}): CompletionCall {
  return {
    model: 'mock-small',
    messages: [{ role: 'user', content: PROMPT }],
    maxOutputTokens: 200,
    ...changes,
  };
}

export async function failureOf(provider: AiProvider, asked: CompletionCall): Promise<ProviderFailure> {
  const outcome = await provider.complete(asked).catch((error: unknown) => error);
  if (outcome instanceof ProviderFailure) return outcome;
  throw new Error(`Expected a ProviderFailure, got ${JSON.stringify(outcome)}`);
}
