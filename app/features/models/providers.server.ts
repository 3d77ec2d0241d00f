import type { AiProvider, Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { ModelsDeps } from './deps.server';
import { writeAudit } from '~/features/audit/index.server';
import { findSetUpProvider } from '~/features/completions/index.server';
import { endingOf } from './provider-keys.server';
import {
  describeConnection,
  keepsSecrets,
  connectionColumns,
  assertComplete,
  assertKeyFormat,
  type ConnectionRow,
} from './provider-connection.server';
import { keyStateOf, protocolOf, settingOf } from './provider-settings.server';
import { refreshProviders } from './refresh-providers.server';
import { type AdminProvider, type ChangeProvider, type Connection, type TryProvider } from './schema';
import { listServerModels, assertKeysWork, testConnection } from './test-connection.server';

type Deps = Pick<ModelsDeps, 'env' | 'clock' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys'>;

export type Saved = { provider: AdminProvider; connection: Connection | null };

export async function listProviders(
  services: Pick<ModelsDeps, 'env' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys'>,
): Promise<AdminProvider[]> {
  const rows = await services.prisma.aiProvider.findMany({
    orderBy: [{ sortOrder: 'asc' }, { name: 'asc' }],
  });
  return Promise.all(rows.map((row) => describeProvider(services, row)));
}

export async function describeProvider(
  services: Pick<ModelsDeps, 'env' | 'providers' | 'catalogue' | 'providerKeys'>,
  row: AiProvider,
): Promise<AdminProvider> {
  const { env, providerKeys, providers } = services;
  const { source, environment } = keyStateOf(env, row, providerKeys);
  const { id, key, name, protocol, baseUrl, defaultModel, isActive, allowPrivateAddress, sendsUserIds } = row;
  return {
    id,
    key,
    name,
    protocol,
    baseUrl,
    defaultModel,
    isActive,
    allowPrivateAddress,
    sendsUserIds,
    isSetUp: (await findSetUpProvider(services, key)) !== undefined,
    keySource: source,
    keyEnding: row.apiKeyEnding,
    environment,
    ...describeConnection(providerKeys, row, providers.keyStates(key)),
  };
}

/** Changes a provider's URL, key or name. With settings from the environment, only the rest can change. */
export async function changeProvider(
  services: Deps,
  actor: UserRef,
  { id, ...input }: ChangeProvider & { id: string },
): Promise<Saved> {
  const { prisma, providerKeys, env } = services;
  const before = await findProvider(services, id);
  const {
    name,
    baseUrl = '',
    defaultModel = '',
    isActive,
    allowPrivateAddress,
    sendsUserIds,
    apiKey,
  } = input;
  await assertNotTaken(prisma, { key: before.key, name }, id);
  const reach = { baseUrl, allowPrivateAddress };
  const isSetByEnvironment = keyStateOf(env, before, providerKeys).source === 'environment';
  if (isSetByEnvironment && apiKey !== undefined) throw setByEnvironment(services, before);
  const protocol = protocolOf(before);
  if (protocol) assertKeyFormat(protocol, [apiKey, ...(input.furtherKeys ?? [])]);
  if (
    !isSetByEnvironment &&
    ((apiKey === undefined && before.apiKey !== null) || keepsSecrets(before, input)) &&
    originOf(before) !== originOf(reach)
  ) {
    throw new DomainError(
      'invalid',
      'Enter keys and headers again: the stored ones were meant for the old address.',
      {
        code: 'key_needed_again',
        field: 'apiKey',
      },
    );
  }
  const fields = {
    name,
    defaultModel,
    isActive,
    sendsUserIds,
    ...(isSetByEnvironment ? {} : { ...reach, ...connectionColumns(providerKeys, before.key, input) }),
    ...(apiKey === undefined
      ? {}
      : { apiKey: providerKeys.seal(before.key, apiKey), apiKeyEnding: endingOf(apiKey) }),
  };
  const after = { ...before, ...fields };
  if (protocol && !isSetByEnvironment && isActive && after.apiKey !== null) assertComplete(protocol, after);
  const isConnectionChanged =
    apiKey !== undefined ||
    CONNECTION_COLUMNS.some((column) => before[column] !== after[column]) ||
    !before.isActive ||
    before.baseUrl !== after.baseUrl ||
    before.allowPrivateAddress !== after.allowPrivateAddress;
  const connection =
    isActive && isConnectionChanged
      ? await testIfSetUp(services, after, await wantedModels(services, after))
      : null;
  const row = await prisma.$transaction(async (transaction) => {
    await writeAudit(transaction, services, actor, {
      action: apiKey === undefined ? 'provider.changed' : 'provider.key-set',
      subject: before.key,
      detail: auditedFields(after),
    });
    return transaction.aiProvider.update({ where: { id }, data: fields });
  });
  await refreshProviders(services);
  return { provider: await describeProvider(services, row), connection };
}

export async function removeKey(services: Deps, actor: UserRef, id: string): Promise<AdminProvider> {
  const { key, apiKeyEnding } = await findProvider(services, id);
  const row = await services.prisma.$transaction(async (transaction) => {
    await writeAudit(transaction, services, actor, {
      action: 'provider.key-removed',
      subject: key,
      detail: { keyEnding: apiKeyEnding },
    });
    return transaction.aiProvider.update({
      where: { id },
      data: { apiKey: null, apiKeyEnding: null, furtherKeys: '[]' },
    });
  });
  await refreshProviders(services);
  return describeProvider(services, row);
}

/** Tests a provider as it is set up: lists its models and sends a one-word prompt. */
export async function testProvider(
  services: Pick<ModelsDeps, 'env' | 'clock' | 'prisma' | 'providerKeys'>,
  actor: UserRef,
  id: string,
): Promise<Connection> {
  const row = await findProvider(services, id);
  await writeAudit(services.prisma, services, actor, { action: 'provider.tested', subject: row.key });
  const connection = await testIfSetUp(services, row, await wantedModels(services, row));
  if (!connection) {
    throw new DomainError('invalid', `${row.name} has no key yet. Add one first.`, {
      code: 'connection_failed',
    });
  }
  return connection;
}

/** Names of the server's models, to choose from. */
export async function readServerModels(
  services: Pick<ModelsDeps, 'env' | 'prisma' | 'providerKeys'>,
  id: string,
): Promise<string[]> {
  const { env, providerKeys } = services;
  const setting = settingOf(env, await findProvider(services, id), providerKeys);
  return setting ? listServerModels(setting) : [];
}

export async function findProvider({ prisma }: Pick<ModelsDeps, 'prisma'>, id: string): Promise<AiProvider> {
  const row = await prisma.aiProvider.findUnique({ where: { id } });
  if (!row) throw noSuchProvider();
  return row;
}

export const noSuchProvider = (): DomainError =>
  new DomainError('not-found', 'There is no such provider.', { code: 'no_such_provider' });

type Reachable = Pick<
  AiProvider,
  | 'key'
  | 'protocol'
  | 'baseUrl'
  | 'defaultModel'
  | 'isActive'
  | 'allowPrivateAddress'
  | 'apiKey'
  | 'apiKeyEnding'
> &
  ConnectionRow;

const NO_CONNECTION: ConnectionRow = {
  furtherKeys: '[]',
  extraHeaders: null,
  apiVersion: null,
  region: null,
  project: null,
};
const CONNECTION_COLUMNS = Object.keys(NO_CONNECTION) as (keyof ConnectionRow)[];

/** Connection columns of a new provider. @throws DomainError for a missing or invalid field */
export function newProviderFields(
  { providerKeys }: Pick<ModelsDeps, 'providerKeys'>,
  key: string,
  input: TryProvider,
) {
  const { protocol, baseUrl = '', defaultModel = '', allowPrivateAddress, apiKey, furtherKeys = [] } = input;
  assertKeyFormat(protocol, [apiKey, ...furtherKeys]);
  const fields = {
    ...NO_CONNECTION,
    ...connectionColumns(providerKeys, key, input),
    key,
    protocol,
    baseUrl,
    defaultModel,
    isActive: true,
    allowPrivateAddress,
    apiKey: apiKey === undefined ? null : providerKeys.seal(key, apiKey),
    apiKeyEnding: apiKey === undefined ? null : endingOf(apiKey),
  };
  assertComplete(protocol, fields);
  return fields;
}

/** Null if nothing is set up to test. */
export async function testIfSetUp(
  { env, providerKeys }: Pick<ModelsDeps, 'env' | 'providerKeys'>,
  row: Reachable,
  models: readonly string[],
): Promise<Connection | null> {
  const setting = settingOf(env, row, providerKeys);
  if (!setting) return null;
  // Tests with the default model, unless it is hidden or retired.
  const isUsual = row.defaultModel !== '' && (models.length === 0 || models.includes(row.defaultModel));
  const connection = await testConnection(setting, isUsual ? [row.defaultModel, ...models] : models);
  await assertKeysWork(setting);
  return connection;
}

async function wantedModels(
  { prisma }: Pick<ModelsDeps, 'prisma'>,
  { id }: Pick<AiProvider, 'id'>,
): Promise<string[]> {
  const where: Prisma.AiModelWhereInput = {
    providerId: id,
    isAllowed: true,
    goneAt: null,
    // The test needs a text reply, which transcription models don't give.
    transcribes: false,
  };
  const rows = await prisma.aiModel.findMany({ where, orderBy: { sortOrder: 'asc' } });
  return rows.map(({ modelName }) => modelName);
}

/** Providers are found by key or name, case-insensitively, so neither may be used twice. */
export async function assertNotTaken(
  prisma: Pick<Prisma.TransactionClient, 'aiProvider'>,
  wanted: { key: string; name: string },
  ownId?: string,
): Promise<void> {
  const others = (await prisma.aiProvider.findMany()).filter(({ id }) => id !== ownId);
  for (const field of ['key', 'name'] as const) {
    const text = wanted[field].toLowerCase();
    const taken = others.find(({ key, name }) => [key, name.toLowerCase()].includes(text));
    if (taken) {
      throw new DomainError('conflict', `A provider named ${taken.name} (${taken.key}) already exists.`, {
        code: 'provider_exists',
        field,
      });
    }
  }
}

const setByEnvironment = (
  { env, providerKeys }: Pick<ModelsDeps, 'env' | 'providerKeys'>,
  row: AiProvider,
): DomainError =>
  new DomainError(
    'conflict',
    `${keyStateOf(env, row, providerKeys).environment.join(' and ')} in the environment takes precedence over a key entered here.`,
    { code: 'set_by_environment', field: 'apiKey' },
  );

const originOf = ({ baseUrl }: Pick<AiProvider, 'baseUrl'>): string =>
  baseUrl === '' ? '' : new URL(baseUrl).origin;

/** Fields for the audit log: everything except the key. */
export const auditedFields = ({ baseUrl, isActive, allowPrivateAddress, apiKeyEnding }: Reachable) => ({
  baseUrl,
  isActive,
  allowPrivateAddress,
  keyEnding: apiKeyEnding,
});
