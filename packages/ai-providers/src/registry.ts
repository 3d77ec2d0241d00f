import type { AiProvider } from './contract.js';
import { createDemoProvider } from './demo.js';
import { createHttpClient, type HttpClient, type HttpTimeouts } from './http-client.js';
import { lazyProvider } from './lazy-provider.js';
import { OPENAI_FLAVOURS, type OpenAiFlavour } from './openai-models.js';

const ANTHROPIC_BASE_URL = 'https://api.anthropic.com';

export type ProviderKind = OpenAiFlavour | 'anthropic' | 'demo';

export interface ProviderSettings {
  /** The name by which the product knows this provider. */
  key: string;
  kind: ProviderKind;
  apiKey?: string;
  /** Needed for `openai-compatible`; the vendor's published address for all others. */
  baseUrl?: string;
  /** Whether the address may be in a private network, such as a server on this machine. */
  allowPrivate: boolean;
}

export interface ProviderRegistry {
  get(key: string): AiProvider | undefined;
  list(): string[];
  /** Lets calls in flight finish, then closes all connections. */
  close(): Promise<void>;
}

export interface RegistryOptions {
  timeouts?: Partial<HttpTimeouts>;
  /** How long Demo takes to stream a usual reply. */
  demoReplyMs?: number;
  /** Loads every provider's SDK now rather than at its first call, for a program that is about to ask them. */
  warm?: boolean;
}

/** @throws Error naming the provider whose address is missing or malformed. */
export function createProviders(
  settings: readonly ProviderSettings[],
  options: RegistryOptions = {},
): ProviderRegistry {
  // One client for each rule about addresses: a pool must not be shared between the two.
  const clients = new Map<boolean, HttpClient>();
  function httpFor(allowPrivate: boolean): HttpClient {
    const client =
      clients.get(allowPrivate) ?? createHttpClient({ allowPrivate, timeouts: options.timeouts });
    clients.set(allowPrivate, client);
    return client;
  }

  function create(setting: ProviderSettings): AiProvider {
    const { kind, apiKey } = setting;
    const deps = { http: httpFor(setting.allowPrivate) };
    const { warm } = options;
    switch (kind) {
      case 'demo':
        return createDemoProvider({ replyMs: options.demoReplyMs });
      case 'anthropic': {
        const baseUrl = checkedUrl(setting, ANTHROPIC_BASE_URL);
        return lazyProvider(
          async () => {
            const { createAnthropicProvider } = await import('./anthropic.js');
            return createAnthropicProvider(deps, { baseUrl, apiKey: apiKey ?? '' });
          },
          { warm },
        );
      }
      case 'openai':
      case 'gemini':
      case 'perplexity':
      case 'openai-compatible': {
        const baseUrl = checkedUrl(setting, OPENAI_FLAVOURS[kind].publishedBaseUrl);
        return lazyProvider(
          async () => {
            const { createOpenAiProvider } = await import('./openai-compatible.js');
            return createOpenAiProvider(deps, { flavour: kind, baseUrl, apiKey });
          },
          { warm },
        );
      }
    }
  }

  const providers = new Map(settings.map((setting) => [setting.key, create(setting)]));
  return {
    get: (key) => providers.get(key),
    list: () => [...providers.keys()],
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

function checkedUrl({ key, baseUrl }: ProviderSettings, published: string | undefined): string {
  const address = baseUrl ?? published;
  if (address === undefined) throw new Error(`The provider "${key}" needs a base URL.`);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error(`The base URL of the provider "${key}" is not an http or https address.`);
  }
  return address.replace(/\/+$/, '');
}
