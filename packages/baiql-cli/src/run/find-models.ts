import {
  REFERENCE_PROVIDERS,
  referencePriceOn,
  type OpenAiApi,
  type ProviderSettings,
  type ReferenceRates,
} from '@promptwell/ai-providers';
import type { ModelFacts, UnknownModel } from '@promptwell/baiql-runtime';
import { UsageError } from '../command.js';
import { isHttpUrl } from './settings.js';

/** Environment variables, named as in the web application. */
const VENDORS = [
  { key: 'openai', prefix: 'OPENAI', models: /^(gpt-|chatgpt-|o\d)/u },
  { key: 'anthropic', prefix: 'ANTHROPIC', models: /^claude/u },
  { key: 'gemini', prefix: 'GEMINI', models: /^gemini/u },
  { key: 'perplexity', prefix: 'PERPLEXITY', models: /^sonar/u },
] as const;

/** The server of `--base-url`. */
const CUSTOM = 'custom';
const DEMO = 'demo';
/** If a model's maximum reply length is unknown, the script's MAX_TOKENS decides, up to this. */
const MAX_OUTPUT_TOKENS = 1_000_000;

/** Settings by name, as a process has them. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The available models and their providers. */
export interface Models {
  readonly providers: readonly ProviderSettings[];
  readonly isDemo: boolean;
  find(name: string | null): ModelFacts | UnknownModel;
}

/**
 * Models from the environment's keys, or from a single server; Demo if there is neither. Prices are those of a date
 * such as 2026-11-30. @throws UsageError
 */
export function findModels(environment: Environment, baseUrl: string | null, today: string): Models {
  if (baseUrl !== null) {
    const apiKey = environment.OPENAI_API_KEY;
    return {
      isDemo: false,
      providers: [
        {
          key: CUSTOM,
          kind: 'openai-compatible',
          baseUrl,
          api: apiOf(environment),
          allowPrivate: true,
          ...(apiKey ? { apiKey } : {}),
        },
      ],
      find: (name) =>
        name === null
          ? unknown('The script names no model. Name one with --model.')
          : { provider: CUSTOM, model: name, maxOutputTokens: MAX_OUTPUT_TOKENS, price: null },
    };
  }
  const providers = VENDORS.flatMap((vendor) => settingsOf(environment, vendor));
  if (providers.length > 0)
    return { isDemo: false, providers, find: (name) => findOf(providers, name, today) };
  return {
    isDemo: true,
    providers: [{ key: DEMO, kind: 'demo', allowPrivate: false }],
    find: () => factsOf(DEMO, 'demo', today),
  };
}

function settingsOf(environment: Environment, { key, prefix }: (typeof VENDORS)[number]): ProviderSettings[] {
  const apiKey = environment[`${prefix}_API_KEY`];
  const baseUrl = environment[`${prefix}_BASE_URL`];
  if (!apiKey && !baseUrl) return [];
  if (baseUrl && !isHttpUrl(baseUrl)) {
    throw new UsageError(`${prefix}_BASE_URL must be an http or https address, not ${baseUrl}.`);
  }
  return [
    {
      key,
      kind: key,
      ...(key === 'openai' ? { api: apiOf(environment) } : {}),
      allowPrivate: Boolean(baseUrl),
      ...(apiKey ? { apiKey } : {}),
      ...(baseUrl ? { baseUrl } : {}),
    },
  ];
}

/** How long before its shutdown a model is reported as ending. */
const NOTICE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The model names available with the environment's keys on a date such as 2026-11-30, which of them end soon, and those
 * shut down by then; null if unknown: without a key, or with a key for a custom server.
 */
export function namesOfModels(environment: Environment, today: string): ModelNames | null {
  const providers = VENDORS.flatMap((vendor) => settingsOf(environment, vendor));
  if (providers.length === 0 || providers.some(({ baseUrl }) => baseUrl !== undefined)) return null;
  const keys = new Set(providers.map(({ key }) => key));
  const listed = REFERENCE_PROVIDERS.flatMap(({ key, models }) => (keys.has(key) ? models : []));
  const soon = new Date(Date.parse(today) + NOTICE_MS).toISOString().slice(0, 10);
  const names: ModelNames = { models: [], retiredModels: {}, endingModels: {} };
  for (const { model, end } of listed) {
    if (end && end.on <= today) {
      names.retiredModels[model] = end.successor;
      continue;
    }
    names.models.push(model);
    if (end && end.on <= soon) names.endingModels[model] = { on: end.on, next: end.successor };
  }
  return names;
}

interface ModelNames {
  models: string[];
  retiredModels: Record<string, string>;
  endingModels: Record<string, { on: string; next: string }>;
}

/** The variant of OpenAI's protocol, set by `OPENAI_API`. */
function apiOf({ OPENAI_API: api }: Environment): OpenAiApi | undefined {
  if (!api) return undefined;
  if (api === 'responses' || api === 'chat-completions') return api;
  throw new UsageError(`OPENAI_API must be responses or chat-completions, not ${api}.`);
}

function findOf(
  providers: readonly ProviderSettings[],
  name: string | null,
  today: string,
): ModelFacts | UnknownModel {
  if (name === null) {
    const [first] = providers;
    const usual = REFERENCE_PROVIDERS.find(({ key }) => key === first?.key);
    return first === undefined || usual === undefined
      ? unknown('The script names no model. Name one with --model.')
      : factsOf(first.key, usual.defaultModel, today);
  }
  const wanted = name.trim().toLowerCase();
  const listed = REFERENCE_PROVIDERS.flatMap(({ key, models }) =>
    models.map(({ model }) => ({ key, model })),
  ).find(({ model }) => model.toLowerCase() === wanted);
  const vendor = VENDORS.find(({ key, models }) => key === listed?.key || models.test(wanted));
  if (vendor === undefined) {
    return unknown(`${name} is not a known model. For your own server, use --base-url.`);
  }
  if (!providers.some(({ key }) => key === vendor.key)) {
    return unknown(`${name} needs ${vendor.prefix}_API_KEY in the environment.`);
  }
  return factsOf(vendor.key, listed?.model ?? name, today);
}

function factsOf(provider: string, model: string, today: string): ModelFacts {
  const listed = REFERENCE_PROVIDERS.flatMap(({ key, models }) => (key === provider ? models : [])).find(
    (each) => each.model === model,
  );
  if (listed === undefined) return { provider, model, maxOutputTokens: MAX_OUTPUT_TOKENS, price: null };
  const { maxOutputTokens, contextTokens } = listed;
  return { provider, model, maxOutputTokens, contextTokens, price: priceOf(referencePriceOn(listed, today)) };
}

function priceOf({ inputPricePer1K, outputPricePer1K }: ReferenceRates): ModelFacts['price'] {
  const microUsd = (dollars: string): number => Math.round(Number(dollars) * 1_000_000);
  return { inputMicroUsdPer1k: microUsd(inputPricePer1K), outputMicroUsdPer1k: microUsd(outputPricePer1K) };
}

function unknown(message: string): UnknownModel {
  return { unknown: true, message };
}
