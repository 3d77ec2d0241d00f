import { lookup } from 'node:dns/promises';
import { isPrivateAddress } from '@promptwell/ai-providers';
import { formatPricePer1K } from '~/core/shared/money';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import { findKnownModel } from '~/features/billing/index.server';
import type { ModelsDeps } from './deps.server';
import { isForPrompts } from './model-purpose';
import { newProviderFields, testIfSetUp } from './providers.server';
import type { OfferedModel, TriedProvider, TryProvider } from './schema';

/** Placeholder key of an unsaved provider; nothing is stored under it. */
const UNSAVED = 'unsaved';

/** Tests an unsaved server and returns its models with known prices. */
export async function tryProvider(
  services: Pick<ModelsDeps, 'env' | 'clock' | 'prisma' | 'providerKeys'>,
  actor: UserRef,
  input: TryProvider,
): Promise<TriedProvider> {
  const { protocol, baseUrl = '', defaultModel } = input;
  const fields = newProviderFields(services, UNSAVED, input);
  await writeAudit(services.prisma, services, actor, {
    action: 'provider.tested',
    subject: baseUrl === '' ? protocol : baseUrl,
  });
  const connection = await testIfSetUp(services, fields, []);
  if (!connection) {
    throw new DomainError('invalid', 'Enter a key or an address.', { code: 'connection_failed' });
  }
  const names = new Set([...(defaultModel === undefined ? [] : [defaultModel]), ...connection.models]);
  const isFree = await isInPrivateNetwork(baseUrl);
  const offered = [...names]
    .filter(isForPrompts)
    .map((name) => offeredModel({ protocol, baseUrl, isFree }, name, services.clock()));
  return { connection, offered };
}

function offeredModel(
  { isFree, ...server }: { protocol: string; baseUrl: string; isFree: boolean },
  modelName: string,
  nowMs: number,
): OfferedModel {
  const known = findKnownModel(server, modelName, nowMs);
  if (isFree) {
    const free = formatPricePer1K(0n);
    return {
      modelName,
      contextTokens: known?.contextTokens ?? null,
      inputPricePer1K: free,
      outputPricePer1K: free,
      priceSource: 'A server in your own network',
    };
  }
  return {
    modelName,
    contextTokens: known?.contextTokens ?? null,
    inputPricePer1K: known ? formatPricePer1K(known.rule.rates.input) : null,
    outputPricePer1K: known ? formatPricePer1K(known.rule.rates.output) : null,
    priceSource: known?.source ?? null,
  };
}

/** A server on this machine or in its network has no cost per token. */
async function isInPrivateNetwork(baseUrl: string): Promise<boolean> {
  if (baseUrl === '') return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.length > 0 && addresses.every(({ address }) => isPrivateAddress(address));
  } catch {
    return false;
  }
}
