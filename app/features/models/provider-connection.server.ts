import type { AiProvider } from '@prisma/client';
import type { KeyState, ProviderSettings } from '@promptwell/ai-providers';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import { endingOf, type ProviderKeys } from './provider-keys.server';
import type { Protocol, ConnectionFields } from './schema';

/** Connection settings besides the URL and the first key. */
export type ConnectionRow = Pick<
  AiProvider,
  'furtherKeys' | 'extraHeaders' | 'apiVersion' | 'region' | 'project'
>;

const storedKeysSchema = z.array(z.object({ sealed: z.string(), ending: z.string() }));
const headersSchema = z.record(z.string(), z.string());

const storedKeysOf = ({ furtherKeys }: Pick<ConnectionRow, 'furtherKeys'>) =>
  storedKeysSchema.parse(JSON.parse(furtherKeys));

/** The columns to update; fields left out of the input stay unchanged. */
export function connectionColumns(
  keys: ProviderKeys,
  provider: string,
  input: Partial<ConnectionFields>,
): Partial<ConnectionRow> {
  const { furtherKeys, headers, apiVersion, region, project } = input;
  return {
    ...(furtherKeys && {
      furtherKeys: JSON.stringify(
        furtherKeys.map((key) => ({ sealed: keys.seal(provider, key), ending: endingOf(key) })),
      ),
    }),
    ...(headers && {
      extraHeaders: Object.keys(headers).length === 0 ? null : keys.seal(provider, JSON.stringify(headers)),
    }),
    ...(apiVersion !== undefined && { apiVersion: apiVersion || null }),
    ...(region !== undefined && { region: region || null }),
    ...(project !== undefined && { project: project || null }),
  };
}

/** Undefined if any part was sealed under another secret. */
export function connectionSettings(
  keys: ProviderKeys,
  provider: string,
  row: ConnectionRow,
): Partial<ProviderSettings> | undefined {
  const { apiVersion, region, project, extraHeaders } = row;
  const headers = extraHeaders === null ? undefined : keys.open(provider, extraHeaders);
  if (extraHeaders !== null && headers === undefined) return undefined;
  const furtherKeys = storedKeysOf(row).flatMap(({ sealed }) => keys.open(provider, sealed) ?? []);
  return {
    ...(furtherKeys.length > 0 && { furtherKeys }),
    ...(headers !== undefined && { headers: headersSchema.parse(JSON.parse(headers)) }),
    ...(apiVersion !== null && { apiVersion }),
    ...(region !== null && { region }),
    ...(project !== null && { project }),
  };
}

/** Safe for administrators to see: header names, the ends of keys, and key states. */
export function describeConnection(
  keys: ProviderKeys,
  row: ConnectionRow & Pick<AiProvider, 'key' | 'apiKeyEnding'>,
  states: readonly KeyState[],
) {
  const endings = [row.apiKeyEnding, ...storedKeysOf(row).map(({ ending }) => ending)];
  return {
    apiVersion: row.apiVersion,
    region: row.region,
    project: row.project,
    headerNames: Object.keys(connectionSettings(keys, row.key, { ...row, furtherKeys: '[]' })?.headers ?? {}),
    keys: states.map(({ state, reason, restsForMs }, index) => ({
      ending: endings[index] ?? null,
      state,
      reason,
      restsForSeconds: Math.ceil(restsForMs / 1_000),
    })),
  };
}

/** Whether secrets meant for the old URL would be sent to a new one. */
export const keepsSecrets = (
  row: ConnectionRow,
  { furtherKeys, headers }: Partial<ConnectionFields>,
): boolean =>
  (furtherKeys === undefined && storedKeysOf(row).length > 0) ||
  (headers === undefined && row.extraHeaders !== null);

const NEEDS: Readonly<Record<Protocol, readonly ('baseUrl' | 'apiKey' | 'region')[]>> = {
  openai: [],
  anthropic: [],
  gemini: [],
  perplexity: [],
  'openai-compatible': ['baseUrl'],
  'openai-responses': ['baseUrl'],
  'anthropic-messages': ['baseUrl'],
  azure: ['baseUrl', 'apiKey'],
  bedrock: ['region', 'apiKey'],
  vertex: ['region', 'apiKey'],
};

const MISSING = {
  baseUrl: 'Enter the server’s address.',
  apiKey: 'Enter a key.',
  region: 'Enter a region such as us-east-1.',
} as const;

/** Fields that a provider of this kind still needs before it can be called. */
export const missingField = (
  protocol: Protocol,
  row: { baseUrl: string; apiKey: string | null; region: string | null },
): keyof typeof MISSING | undefined => NEEDS[protocol].find((field) => (row[field] ?? '') === '');

/** @throws DomainError naming the field */
export function assertComplete(protocol: Protocol, row: Parameters<typeof missingField>[1]): void {
  const field = missingField(protocol, row);
  if (field) throw new DomainError('invalid', MISSING[field], { code: 'connection_failed', field });
}

/** @throws DomainError if a Vertex provider gets anything but a key file */
export function assertKeyFormat(protocol: Protocol, keys: readonly (string | undefined)[]): void {
  const given = keys.filter((key) => key !== undefined);
  const wrong = given.some((key) => key.startsWith('{') !== (protocol === 'vertex'));
  if (!wrong) return;
  const message =
    protocol === 'vertex'
      ? 'Vertex AI takes the JSON key file of a service account. Paste the whole file.'
      : 'A key file of a service account is for Vertex AI alone.';
  throw new DomainError('invalid', message, { code: 'connection_failed', field: 'apiKey' });
}
