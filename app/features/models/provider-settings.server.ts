import type { AiProvider } from '@prisma/client';
import type { ProviderSettings } from '@promptwell/ai-providers';
import type { Env } from '~/core/server/env.server';
import { DEMO_PROVIDER } from '~/features/completions/index.server';
import type { ProviderKeys } from './provider-keys.server';
import { missingField, connectionSettings, type ConnectionRow } from './provider-connection.server';
import { PROTOCOLS, type KeySource, type Protocol } from './schema';

/** Vendors that can be configured by environment variables, with their prefixes. */
const VENDORS = [
  { key: 'openai', prefix: 'OPENAI' },
  { key: 'anthropic', prefix: 'ANTHROPIC' },
  { key: 'gemini', prefix: 'GEMINI' },
  { key: 'perplexity', prefix: 'PERPLEXITY' },
] as const;

type Row = Pick<
  AiProvider,
  'key' | 'protocol' | 'baseUrl' | 'isActive' | 'allowPrivateAddress' | 'apiKey' | 'apiKeyEnding'
> &
  ConnectionRow;

/** Which of a provider's keys is in use, and its source. */
export interface KeyState {
  source: KeySource;
  /** Names of the environment variables in use. */
  environment: string[];
}

/**
 * A vendor's settings from the environment: a key, or a URL alone (a self-hosted server without a key). The environment
 * may name a private address.
 */
function fromEnvironment(env: Env, key: string): { setting: ProviderSettings; names: string[] } | undefined {
  const vendor = VENDORS.find((each) => each.key === key);
  if (!vendor) return undefined;
  const { prefix } = vendor;
  const apiKey = env[`${prefix}_API_KEY`];
  const baseUrl = env[`${prefix}_BASE_URL`];
  if (apiKey === undefined && baseUrl === undefined) return undefined;
  return {
    names: [
      ...(apiKey === undefined ? [] : [`${prefix}_API_KEY`]),
      ...(baseUrl === undefined ? [] : [`${prefix}_BASE_URL`]),
    ],
    setting: {
      key,
      kind: vendor.key,
      allowPrivate: baseUrl !== undefined,
      ...(key === 'openai' ? { api: env.OPENAI_API } : {}),
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    },
  };
}

/** With `auto`, the catalogue decides whether Demo is offered: that depends on the other providers' models. */
const withDemo = (env: Env, settings: ProviderSettings[]): ProviderSettings[] =>
  env.DEMO_PROVIDER === 'off'
    ? settings
    : [...settings, { key: DEMO_PROVIDER, kind: 'demo', allowPrivate: false }];

/** Providers configured by the environment alone, used until the database has been read. */
export const environmentSettings = (env: Env): ProviderSettings[] =>
  withDemo(
    env,
    VENDORS.flatMap(({ key }) => fromEnvironment(env, key)?.setting ?? []),
  );

/** Providers that can be called now. The environment takes precedence over the database. */
export const settingsInUse = (env: Env, rows: readonly Row[], keys: ProviderKeys): ProviderSettings[] =>
  withDemo(
    env,
    rows.flatMap((row) => (row.isActive ? (settingOf(env, row, keys) ?? []) : [])),
  );

/** Undefined for a provider that isn't set up, and for Demo, which needs no settings. */
export function settingOf(env: Env, row: Row, keys: ProviderKeys): ProviderSettings | undefined {
  const environment = fromEnvironment(env, row.key);
  if (environment) return environment.setting;
  const kind = protocolOf(row);
  if (kind === undefined) return undefined;
  const apiKey = row.apiKey === null ? undefined : keys.open(row.key, row.apiKey);
  if (row.apiKey !== null && apiKey === undefined) return undefined; // sealed under another secret
  if (apiKey === undefined && row.baseUrl === '') return undefined;
  const reach = connectionSettings(keys, row.key, row);
  if (!reach || missingField(kind, row) !== undefined) return undefined;
  return {
    ...reach,
    key: row.key,
    kind,
    allowPrivate: row.allowPrivateAddress,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(row.baseUrl === '' ? {} : { baseUrl: row.baseUrl }),
  };
}

export function keyStateOf(env: Env, row: Row, keys: ProviderKeys): KeyState {
  const environment = fromEnvironment(env, row.key)?.names ?? [];
  if (environment.length > 0) return { source: 'environment', environment };
  if (row.apiKey === null) return { source: 'none', environment };
  return { source: keys.open(row.key, row.apiKey) === undefined ? 'unreadable' : 'stored', environment };
}

/** The provider's protocol; undefined for Demo. */
export const protocolOf = ({ protocol }: Pick<Row, 'protocol'>): Protocol | undefined =>
  PROTOCOLS.find((each) => each === protocol);
