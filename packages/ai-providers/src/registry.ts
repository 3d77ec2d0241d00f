import type { AiProvider, Call } from './contract.js';
import { createDemoProvider } from './demo/demo-provider.js';
import { createHttpClient, type HttpClient, type HttpTimeouts } from './http/http-client.js';
import { ANTHROPIC } from './vendors/anthropic.js';
import { GEMINI, GEMINI_MODEL_PREFIX } from './vendors/gemini.js';
import { COMPATIBLE, OPENAI } from './vendors/openai.js';
import { PERPLEXITY } from './vendors/perplexity.js';
import type { Transcriber } from './transcription.js';
import type { Vendor } from './vendors/vendor.js';

export type ProviderKind = 'openai' | 'anthropic' | 'gemini' | 'perplexity' | 'openai-compatible' | 'demo';

/** The two ways in which a server can speak OpenAI's protocol. */
export type OpenAiApi = 'responses' | 'chat-completions';

export interface ProviderSettings {
  /** The name by which the product knows this provider. */
  key: string;
  kind: ProviderKind;
  apiKey?: string;
  /** Needed for `openai-compatible`; the vendor's published address for all others. */
  baseUrl?: string;
  /**
   * For `openai` and `openai-compatible`. OpenAI's own address speaks Responses, and any other chat completions, unless
   * this says otherwise.
   */
  api?: OpenAiApi | undefined;
  /** Whether the address may be in a private network, such as a server on this machine. */
  allowPrivate: boolean;
}

export interface ProviderRegistry {
  get(key: string): AiProvider | undefined;
  /** Undefined for those that are not there, and for those whose protocol has no transcription. */
  transcriber(key: string): Transcriber | undefined;
  list(): string[];
  /** By which settings a provider is asked now, its key among them. */
  settingOf(key: string): Readonly<ProviderSettings> | undefined;
  /**
   * These settings from now on; calls in flight end with those that they began with.
   * @throws Error as `createProviders` does, and then nothing has changed
   */
  replace(settings: readonly ProviderSettings[]): void;
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
    const http = httpFor(setting.allowPrivate);
    const lazy = (load: () => Promise<AiProvider>): AiProvider => lazyProvider(load, { warm: options.warm });
    switch (kind) {
      case 'demo':
        return createDemoProvider({ replyMs: options.demoReplyMs });
      case 'anthropic': {
        const baseUrl = checkedUrl(setting, ANTHROPIC.publishedBaseUrl);
        return lazy(async () => {
          const { createAnthropicProvider } = await import('./anthropic.js');
          return createAnthropicProvider({ http }, { baseUrl, apiKey: apiKey ?? '' });
        });
      }
      case 'perplexity':
        return responses(checkedUrl(setting, PERPLEXITY.publishedBaseUrl), 'perplexity');
      case 'gemini':
        return chat(checkedUrl(setting, GEMINI.publishedBaseUrl), GEMINI, GEMINI_MODEL_PREFIX);
      case 'openai': {
        const baseUrl = checkedUrl(setting, OPENAI.publishedBaseUrl);
        const api = setting.api ?? (isAtItsVendor(setting) ? 'responses' : 'chat-completions');
        return api === 'responses' ? responses(baseUrl, 'openai') : chat(baseUrl, COMPATIBLE);
      }
      case 'openai-compatible': {
        const baseUrl = checkedUrl(setting, undefined);
        return setting.api === 'responses' ? responses(baseUrl, 'openai') : chat(baseUrl, COMPATIBLE);
      }
    }

    function responses(baseUrl: string, speaker: 'openai' | 'perplexity'): AiProvider {
      return lazy(async () => {
        const { createResponsesProvider, SPEAKERS } = await import('./responses.js');
        return createResponsesProvider({ http }, { baseUrl, apiKey, speaker: SPEAKERS[speaker] });
      });
    }

    function chat(baseUrl: string, vendor: Vendor, modelPrefix = ''): AiProvider {
      return lazy(async () => {
        const { createChatProvider } = await import('./chat-completions.js');
        return createChatProvider({ http }, { baseUrl, apiKey, vendor, modelPrefix });
      });
    }
  }

  function transcriberOf(setting: ProviderSettings): Transcriber | undefined {
    const { kind, apiKey } = setting;
    if (kind !== 'openai' && kind !== 'openai-compatible') return undefined;
    const baseUrl = checkedUrl(setting, kind === 'openai' ? OPENAI.publishedBaseUrl : undefined);
    return {
      transcribe: async (recording) => {
        const { createTranscriber } = await import('./transcription.js');
        const http = httpFor(setting.allowPrivate);
        return createTranscriber({ http }, { baseUrl, apiKey }).transcribe(recording);
      },
    };
  }

  const createAll = (all: readonly ProviderSettings[]): ReadonlyMap<string, AiProvider> =>
    new Map(all.map((setting) => [setting.key, create(setting)]));

  let inUse = settings;
  let providers = createAll(settings);
  return {
    get: (key) => providers.get(key),
    transcriber: (wanted) => {
      const setting = inUse.find(({ key }) => key === wanted);
      return setting && transcriberOf(setting);
    },
    list: () => [...providers.keys()],
    settingOf: (wanted) => inUse.find(({ key }) => key === wanted),
    replace: (next) => {
      // The connections belong to the clients, which stay: whoever holds a provider of before can go on with it.
      providers = createAll(next);
      inUse = next;
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

const PUBLISHED: Partial<Record<ProviderKind, string | undefined>> = {
  openai: OPENAI.publishedBaseUrl,
  anthropic: ANTHROPIC.publishedBaseUrl,
  gemini: GEMINI.publishedBaseUrl,
  perplexity: PERPLEXITY.publishedBaseUrl,
};

/** Whether calls go to the vendor itself, and not to a server that speaks as it does. */
export function isAtItsVendor({ kind, baseUrl }: Pick<ProviderSettings, 'kind' | 'baseUrl'>): boolean {
  const published = PUBLISHED[kind];
  if (published === undefined) return false;
  return baseUrl === undefined || new URL(baseUrl).origin === new URL(published).origin;
}

function checkedUrl({ key, baseUrl }: ProviderSettings, published: string | undefined): string {
  const address = baseUrl ?? published;
  if (address === undefined) throw new Error(`The provider "${key}" needs a base URL.`);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error(`The base URL of the provider "${key}" is not an http or https address.`);
  }
  return address.replace(/\/+$/, '');
}

/** A provider whose SDK is loaded at its first call: a program that never asks it does not wait for it either. */
function lazyProvider(load: () => Promise<AiProvider>, { warm = false } = {}): AiProvider {
  let loaded: AiProvider | undefined;
  let loading: Promise<AiProvider> | undefined;
  const provider = (): Promise<AiProvider> => (loading ??= load().then((ready) => (loaded = ready)));
  // What goes wrong now is said at the first call.
  if (warm) provider().catch(() => undefined);
  async function* streamLater(call: Call): ReturnType<AiProvider['stream']> {
    yield* (await provider()).stream(call);
  }

  return {
    stream: (call) => loaded?.stream(call) ?? streamLater(call),
    listModels: async () => (await provider()).listModels(),
  };
}
