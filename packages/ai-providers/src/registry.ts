import type { AiProvider, ProviderRequest } from './contract.js';
import { createDemoProvider } from './demo/demo-provider.js';
import { createHttpClient, withHeaders, type HttpClient, type HttpTimeouts } from './http/http-client.js';
import { ANTHROPIC } from './vendors/anthropic.js';
import { GEMINI, GEMINI_MODEL_PREFIX } from './vendors/gemini.js';
import { COMPATIBLE, OPENAI } from './vendors/openai.js';
import { PERPLEXITY } from './vendors/perplexity.js';
import { KeyHealth, type KeyState } from './steady/key-health.js';
import { createSteadyProvider, DEFAULT_RETRY_POLICY, type RetryPolicy } from './steady/steady-provider.js';
import type { Transcriber } from './transcription.js';
import type { OpenAiSettings } from './openai-client.js';
import { BEDROCK } from './vendors/bedrock.js';
import {
  ALL_CAPABILITIES,
  familyOf,
  modelCapabilities,
  NO_CAPABILITIES,
  type Capabilities,
  type Vendor,
} from './vendors/vendor.js';

export type ProviderKind =
  | 'openai'
  | 'anthropic'
  | 'gemini'
  | 'perplexity'
  | 'openai-compatible'
  | 'openai-responses'
  | 'anthropic-messages'
  | 'azure'
  | 'bedrock'
  | 'vertex'
  | 'demo';

/** The two OpenAI APIs a server can have. */
export type OpenAiApi = 'responses' | 'chat-completions';

export interface ProviderSettings {
  /** The provider's key in this product. */
  key: string;
  kind: ProviderKind;
  apiKey?: string;
  /** Used in rotation with the first key. */
  furtherKeys?: readonly string[];
  /** Required for `azure` and custom servers; defaults to the vendor's published URL. */
  baseUrl?: string;
  /** Sent with every request. Values are secrets. */
  headers?: Readonly<Record<string, string>>;
  /** For `azure`: with it, the deployment is part of the URL; without, the v1 API is used. */
  apiVersion?: string;
  /** For `bedrock` and `vertex`. */
  region?: string;
  /** For `vertex`; defaults to the service account's project. */
  project?: string;
  /**
   * For `openai` and `openai-compatible`. Defaults to Responses at OpenAI's own URL and to Chat Completions elsewhere.
   */
  api?: OpenAiApi | undefined;
  /** Whether the URL may be in a private network, such as a server on this machine. */
  allowPrivate: boolean;
}

export interface ProviderRegistry {
  get(key: string): AiProvider | undefined;
  /** Undefined for unknown providers and for protocols without transcription. */
  transcriber(key: string): Transcriber | undefined;
  /** What requests to this model may have; nothing for unknown providers. */
  capabilitiesOf(key: string, model: Pick<ProviderRequest, 'model' | 'modelBehind'>): Capabilities;
  list(): string[];
  /** A provider's current settings, including its key. */
  settingOf(key: string): Readonly<ProviderSettings> | undefined;
  /** The state of each key of a provider, in order of its settings. */
  keyStates(key: string): KeyState[];
  /**
   * Replaces the settings; requests in progress finish with the old ones.
   * @throws Error like `createProviders`, leaving the settings unchanged
   */
  replace(settings: readonly ProviderSettings[]): void;
  /** Waits for requests in progress, then closes all connections. */
  close(): Promise<void>;
}

export interface RegistryOptions {
  timeouts?: Partial<HttpTimeouts>;
  /** How long Demo takes to stream an average response. */
  demoReplyMs?: number;
  /** Loads all SDKs now instead of at the first request. */
  warm?: boolean;
  /** Retry policy for requests that a vendor hasn't begun to process. */
  patience?: Partial<RetryPolicy>;
}

/** @throws Error naming the provider with a missing or malformed URL */
export function createProviders(
  settings: readonly ProviderSettings[],
  options: RegistryOptions = {},
): ProviderRegistry {
  // One client per address policy, since the two must not share a pool.
  const clients = new Map<boolean, HttpClient>();
  function httpFor(allowPrivate: boolean): HttpClient {
    const client =
      clients.get(allowPrivate) ?? createHttpClient({ allowPrivate, timeouts: options.timeouts });
    clients.set(allowPrivate, client);
    return client;
  }

  const health = new Map<string, KeyHealth>();
  function healthOf({ key, kind, baseUrl, region }: ProviderSettings, apiKey = ''): KeyHealth {
    const name = JSON.stringify([key, kind, baseUrl, region, apiKey]);
    const known = health.get(name) ?? new KeyHealth(() => performance.now());
    health.set(name, known);
    return known;
  }

  function createSteady(setting: ProviderSettings): AiProvider {
    if (setting.kind === 'demo') return create(setting);
    const lanes = keysOf(setting).map((apiKey) => ({
      provider: create({ ...setting, ...(apiKey !== undefined && { apiKey }) }),
      health: healthOf(setting, apiKey),
    }));
    return createSteadyProvider(lanes, { ...DEFAULT_RETRY_POLICY, ...options.patience });
  }

  function create(setting: ProviderSettings): AiProvider {
    const { kind, apiKey, region, apiVersion } = setting;
    const http = withHeaders(httpFor(setting.allowPrivate), setting.headers ?? {});
    const lazy = (load: () => Promise<AiProvider>): AiProvider => lazyProvider(load, { warm: options.warm });
    switch (kind) {
      case 'demo':
        return createDemoProvider({ replyMs: options.demoReplyMs });
      case 'anthropic':
      case 'anthropic-messages': {
        const published = kind === 'anthropic' ? ANTHROPIC.publishedBaseUrl : undefined;
        // The SDK adds /v1.
        const baseUrl = checkedUrl(setting, published).replace(/\/v1$/, '');
        return lazy(async () => {
          const { createAnthropicProvider } = await import('./anthropic.js');
          return createAnthropicProvider({ http }, { baseUrl, apiKey: apiKey ?? '' });
        });
      }
      case 'perplexity':
        return responses(checkedUrl(setting, PERPLEXITY.publishedBaseUrl), 'perplexity');
      case 'gemini':
        return chat(checkedUrl(setting, GEMINI.publishedBaseUrl), GEMINI, {
          modelPrefix: GEMINI_MODEL_PREFIX,
        });
      case 'openai': {
        const baseUrl = checkedUrl(setting, OPENAI.publishedBaseUrl);
        return openAiApiOf(setting) === 'responses'
          ? responses(baseUrl, 'openai')
          : chat(baseUrl, COMPATIBLE);
      }
      case 'openai-responses':
        return responses(checkedUrl(setting, undefined), 'openai');
      case 'azure': {
        const origin = checkedUrl(setting, undefined).replace(/\/openai(\/v1)?$/, '');
        const hasDeployments = apiVersion !== undefined;
        const baseUrl = `${origin}/openai${hasDeployments ? '' : '/v1'}`;
        return chat(baseUrl, COMPATIBLE, { azure: { origin, apiVersion }, hasDeployments });
      }
      case 'bedrock': {
        const { key, where } = neededFor(setting, apiKey, region);
        const baseUrl = setting.baseUrl === undefined ? undefined : checkedUrl(setting, undefined);
        return lazy(async () => {
          const { createBedrockProvider } = await import('./bedrock.js');
          return createBedrockProvider({ http }, { apiKey: key, region: where, baseUrl });
        });
      }
      case 'vertex': {
        const { key, where } = neededFor(setting, apiKey, region);
        const baseUrl = setting.baseUrl === undefined ? undefined : checkedUrl(setting, undefined);
        return lazy(async () => {
          const { createVertexProvider } = await import('./vertex.js');
          return createVertexProvider(
            { http },
            { apiKey: key, region: where, project: setting.project, baseUrl },
          );
        });
      }
      case 'openai-compatible': {
        const baseUrl = checkedUrl(setting, undefined);
        return setting.api === 'responses' ? responses(baseUrl, 'openai') : chat(baseUrl, COMPATIBLE);
      }
    }

    function responses(baseUrl: string, speaker: 'openai' | 'perplexity'): AiProvider {
      return lazy(async () => {
        const { createResponsesProvider, RESPONSES_VENDORS } = await import('./responses.js');
        return createResponsesProvider({ http }, { baseUrl, apiKey, speaker: RESPONSES_VENDORS[speaker] });
      });
    }

    function chat(baseUrl: string, vendor: Vendor, ways: ChatWays = {}): AiProvider {
      return lazy(async () => {
        const { createChatProvider } = await import('./chat-completions.js');
        return createChatProvider({ http }, { baseUrl, apiKey, vendor, ...ways });
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
        const http = withHeaders(httpFor(setting.allowPrivate), setting.headers ?? {});
        return createTranscriber({ http }, { baseUrl, apiKey }).transcribe(recording);
      },
    };
  }

  const createAll = (all: readonly ProviderSettings[]): ReadonlyMap<string, AiProvider> =>
    new Map(all.map((setting) => [setting.key, createSteady(setting)]));

  let inUse = settings;
  let providers = createAll(settings);
  return {
    get: (key) => providers.get(key),
    transcriber: (wanted) => {
      const setting = inUse.find(({ key }) => key === wanted);
      return setting && transcriberOf(setting);
    },
    capabilitiesOf: (wanted, model) => {
      const setting = inUse.find(({ key }) => key === wanted);
      const vendor = setting && VENDOR_OF[setting.kind](setting);
      return vendor ? modelCapabilities(vendor, familyOf(model)) : NO_CAPABILITIES;
    },
    list: () => [...providers.keys()],
    settingOf: (wanted) => inUse.find(({ key }) => key === wanted),
    keyStates: (wanted) => {
      const setting = inUse.find(({ key }) => key === wanted);
      return setting ? keysOf(setting).map((apiKey) => healthOf(setting, apiKey).state) : [];
    },
    replace: (next) => {
      // Connections belong to the clients, which stay open, so replaced providers can finish.
      providers = createAll(next);
      inUse = next;
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

/** Whose models' capabilities are known at a provider. */
const VENDOR_OF: Record<
  ProviderKind,
  (setting: ProviderSettings) => Pick<Vendor, 'models' | 'unknownModel'>
> = {
  openai: (setting) => (openAiApiOf(setting) === 'responses' ? OPENAI : COMPATIBLE),
  anthropic: () => ANTHROPIC,
  gemini: () => GEMINI,
  perplexity: () => PERPLEXITY,
  'openai-compatible': ({ api }) => (api === 'responses' ? OPENAI : COMPATIBLE),
  'openai-responses': () => OPENAI,
  'anthropic-messages': () => ANTHROPIC,
  azure: () => COMPATIBLE,
  bedrock: () => BEDROCK,
  vertex: () => GEMINI,
  demo: () => ({ models: [], unknownModel: ALL_CAPABILITIES }),
};

const openAiApiOf = (setting: ProviderSettings): OpenAiApi =>
  setting.api ?? (isAtItsVendor(setting) ? 'responses' : 'chat-completions');

type ChatWays = { modelPrefix?: string; hasDeployments?: boolean } & Pick<OpenAiSettings, 'azure'>;

/** At least one key, which may be empty. */
const keysOf = ({ apiKey, furtherKeys = [] }: ProviderSettings): (string | undefined)[] => [
  apiKey,
  ...furtherKeys,
];

function neededFor(
  { key }: ProviderSettings,
  apiKey: string | undefined,
  region: string | undefined,
): { key: string; where: string } {
  if (apiKey === undefined) throw new Error(`The provider "${key}" needs a key.`);
  if (region === undefined) throw new Error(`The provider "${key}" needs a region.`);
  return { key: apiKey, where: region };
}

const PUBLISHED: Partial<Record<ProviderKind, string | undefined>> = {
  openai: OPENAI.publishedBaseUrl,
  anthropic: ANTHROPIC.publishedBaseUrl,
  gemini: GEMINI.publishedBaseUrl,
  perplexity: PERPLEXITY.publishedBaseUrl,
};

/** Whether requests go to the vendor itself and not to a compatible server. */
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

/** A provider whose SDK is loaded at its first request, so that programs don't wait for unused ones. */
function lazyProvider(load: () => Promise<AiProvider>, { warm = false } = {}): AiProvider {
  let loaded: AiProvider | undefined;
  let loading: Promise<AiProvider> | undefined;
  const provider = (): Promise<AiProvider> => (loading ??= load().then((ready) => (loaded = ready)));
  // A load error surfaces at the first request.
  if (warm) provider().catch(() => undefined);
  async function* streamLater(call: ProviderRequest): ReturnType<AiProvider['stream']> {
    yield* (await provider()).stream(call);
  }

  return {
    stream: (call) => loaded?.stream(call) ?? streamLater(call),
    listModels: async () => (await provider()).listModels(),
  };
}
