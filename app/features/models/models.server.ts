import type { AiModel, AiProvider, Prisma } from '@prisma/client';
import { formatMicroUsd, formatPricePer1K, parseMicroUsd, parsePricePer1K } from '~/core/shared/money';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import { addPriceVersion, upsertPrice } from '~/features/billing/index.server';
import { currentPrices } from '~/features/completions/index.server';
import { minutesRule, readRule, type PriceRule } from '~/features/ledger/index.server';
import type { ModelsDeps } from './deps.server';
import { writeAudit } from '~/features/audit/index.server';
import { findProvider } from './providers.server';
import { SORT_STEP, type AdminModel, type ModelInput } from './schema';

/** Current prices, by provider key and model name. */
export async function readPrices({
  prisma,
  clock,
}: Pick<ModelsDeps, 'clock' | 'prisma'>): Promise<
  (provider: string, model: string) => PriceRule | undefined
> {
  const rules = new Map(
    (await currentPrices(prisma, clock())).flatMap(({ provider, model, rule, isActive }) =>
      isActive ? [[`${provider}\n${model}`, readRule(rule)] as const] : [],
    ),
  );
  return (provider, model) => rules.get(`${provider}\n${model}`);
}

export async function listProviderModels(
  services: Pick<ModelsDeps, 'clock' | 'prisma'>,
  providerId: string,
): Promise<AdminModel[]> {
  const provider = await findProvider(services, providerId);
  const rows = await services.prisma.aiModel.findMany({
    where: { providerId },
    orderBy: { sortOrder: 'asc' },
  });
  const priceOf = await readPrices(services);
  return rows.map((row) => describeModel(row, priceOf(provider.key, row.modelName)));
}

export function describeModel(row: AiModel, price: PriceRule | undefined): AdminModel {
  return {
    id: row.id,
    modelName: row.modelName,
    displayName: row.displayName,
    modelBehind: row.modelBehind,
    isAllowed: row.isAllowed,
    isFree: row.isFree,
    sortOrder: row.sortOrder,
    contextTokens: row.contextTokens,
    maxOutputTokens: row.maxOutputTokens,
    takesImages: row.takesImages,
    takesSampling: row.takesSampling,
    mostSearches: row.mostSearches,
    tokensEachSearch: row.tokensEachSearch,
    replacedBy: row.replacedBy,
    shutdownOn: row.shutdownOn,
    fallback: row.fallback,
    goneAt: row.goneAt?.toISOString() ?? null,
    inputPricePer1K: price && !row.transcribes ? formatPricePer1K(price.rates.input) : null,
    outputPricePer1K: price && !row.transcribes ? formatPricePer1K(price.rates.output) : null,
    transcribes: row.transcribes,
    audioPricePerMinute:
      row.transcribes && price?.audioMinuteFee !== undefined ? formatMicroUsd(price.audioMinuteFee) : null,
  };
}

/** Adds a model at the end of its provider's list. Without a price it is listed but can't be called. */
export async function addModel(
  services: ModelsDeps,
  actor: UserRef,
  { providerId, ...input }: ModelInput & { providerId: string },
): Promise<AdminModel> {
  const provider = await findProvider(services, providerId);
  const row = await services.prisma.$transaction(async (transaction) => {
    await assertNotListed(transaction, provider, input.modelName);
    const last = await transaction.aiModel.aggregate({
      where: { providerId, transcribes: false },
      _max: { sortOrder: true },
    });
    const sortOrder = input.sortOrder ?? (last._max.sortOrder ?? 0) + SORT_STEP;
    await auditModel(transaction, services, actor, 'model.added', provider, input);
    return transaction.aiModel.create({ data: { ...factsOf(input), providerId, sortOrder } });
  });
  return finish(services, actor, provider, row, input);
}

export async function changeModel(
  services: ModelsDeps,
  actor: UserRef,
  { providerId, modelId, ...input }: ModelInput & { providerId: string; modelId: string },
): Promise<AdminModel> {
  const provider = await findProvider(services, providerId);
  const row = await services.prisma.$transaction(async (transaction) => {
    const { modelName, sortOrder } = await findModel(transaction, providerId, modelId);
    if (modelName !== input.modelName) await assertNotListed(transaction, provider, input.modelName);
    await auditModel(transaction, services, actor, 'model.changed', provider, input);
    return transaction.aiModel.update({
      where: { id: modelId },
      data: { ...factsOf(input), sortOrder: input.sortOrder ?? sortOrder },
    });
  });
  return finish(services, actor, provider, row, input);
}

/** Shows or hides a model. Showing a retired one clears its retirement date. */
export async function setModelShown(
  services: Pick<ModelsDeps, 'clock' | 'prisma' | 'catalogue'>,
  actor: UserRef,
  { providerId, modelId, isShown }: { providerId: string; modelId: string; isShown: boolean },
): Promise<AdminModel> {
  const provider = await findProvider(services, providerId);
  const row = await services.prisma.$transaction(async (transaction) => {
    const model = await findModel(transaction, providerId, modelId);
    await auditModel(transaction, services, actor, isShown ? 'model.shown' : 'model.hidden', provider, model);
    return transaction.aiModel.update({
      where: { id: modelId },
      data: {
        isAllowed: isShown,
        ...(isShown && model.goneAt !== null && { goneAt: null, shutdownOn: null }),
      },
    });
  });
  return offer(services, provider, row);
}

/** Removes a model from the list. Its prices and charges stay in the ledger. */
export async function deleteModel(
  services: Pick<ModelsDeps, 'clock' | 'prisma' | 'catalogue'>,
  actor: UserRef,
  { providerId, modelId }: { providerId: string; modelId: string },
): Promise<{ displayName: string }> {
  const provider = await findProvider(services, providerId);
  const model = await services.prisma.$transaction(async (transaction) => {
    const found = await findModel(transaction, providerId, modelId);
    await auditModel(transaction, services, actor, 'model.deleted', provider, found);
    return transaction.aiModel.delete({ where: { id: modelId } });
  });
  services.catalogue.invalidate();
  return model;
}

/** Sets a given price unless it is already in force, and offers the model. */
async function finish(
  services: ModelsDeps,
  actor: UserRef,
  provider: AiProvider,
  row: AiModel,
  input: ModelInput,
): Promise<AdminModel> {
  const setPrice = row.transcribes ? setMinutePrice : setTokenPrice;
  await setPrice(services, actor, { provider: provider.key, model: row.modelName }, input);
  return offer(services, provider, row);
}

/** Makes a changed model available to users. */
async function offer(
  services: Pick<ModelsDeps, 'clock' | 'prisma' | 'catalogue'>,
  provider: AiProvider,
  row: AiModel,
): Promise<AdminModel> {
  services.catalogue.invalidate();
  return describeModel(row, (await readPrices(services))(provider.key, row.modelName));
}

interface Priced {
  /** The provider's key. */
  provider: string;
  model: string;
}

async function setMinutePrice(
  services: Pick<ModelsDeps, 'clock' | 'prisma' | 'catalogue'>,
  actor: UserRef,
  priced: Priced,
  { audioPricePerMinute }: ModelInput,
): Promise<void> {
  if (audioPricePerMinute === undefined) return;
  const fee = microUsdOf(audioPricePerMinute);
  const known = (await readPrices(services))(priced.provider, priced.model);
  if (known?.audioMinuteFee === fee) return;
  await addPriceVersion(services, actor, {
    ...priced,
    currency: 'USD',
    isActive: true,
    action: 'price.upsert',
    ruleAfter: () => minutesRule(fee),
  });
}

async function setTokenPrice(
  services: Pick<ModelsDeps, 'clock' | 'prisma' | 'catalogue'>,
  actor: UserRef,
  priced: Priced,
  { inputPricePer1K, outputPricePer1K }: ModelInput,
): Promise<void> {
  if (inputPricePer1K === undefined || outputPricePer1K === undefined) return;
  const wanted = { input: rateOf(inputPricePer1K), output: rateOf(outputPricePer1K) };
  const known = (await readPrices(services))(priced.provider, priced.model)?.rates;
  if (known?.input === wanted.input && known.output === wanted.output) return;
  await upsertPrice(services, actor, {
    ...priced,
    inputPricePer1K: wanted.input,
    outputPricePer1K: wanted.output,
    currency: 'USD',
    isActive: true,
  });
}

export const rateOf = (price: string): bigint => requirePrice(parsePricePer1K(price));
export const microUsdOf = (price: string): bigint => requirePrice(parseMicroUsd(price));

/** Guaranteed by the schema. */
function requirePrice(price: bigint | undefined): bigint {
  if (price === undefined) throw new Error('This isn’t a price.');
  return price;
}

export const factsOf = (input: ModelInput) => ({
  modelName: input.modelName,
  displayName: input.displayName ?? input.modelName,
  modelBehind: input.modelBehind ?? null,
  isAllowed: input.isAllowed,
  isFree: input.isFree,
  contextTokens: input.contextTokens ?? null,
  maxOutputTokens: input.maxOutputTokens,
  takesImages: input.takesImages,
  transcribes: input.transcribes,
  takesSampling: input.takesSampling ?? null,
  mostSearches: input.mostSearches,
  tokensEachSearch: input.tokensEachSearch,
  replacedBy: input.replacedBy ?? null,
  shutdownOn: input.shutdownOn ?? null,
  fallback: input.fallback ?? null,
});

async function findModel(
  transaction: Prisma.TransactionClient,
  providerId: string,
  id: string,
): Promise<AiModel> {
  const row = await transaction.aiModel.findFirst({ where: { id, providerId } });
  if (!row) throw new DomainError('not-found', 'There is no such model.', { code: 'no_such_model' });
  return row;
}

async function assertNotListed(
  transaction: Prisma.TransactionClient,
  { id: providerId, name }: AiProvider,
  modelName: string,
): Promise<void> {
  if (!(await transaction.aiModel.findFirst({ where: { providerId, modelName } }))) return;
  throw new DomainError('conflict', `${modelName} is already in the list of ${name}.`, {
    code: 'model_exists',
    field: 'modelName',
  });
}

export const auditModel = (
  transaction: Prisma.TransactionClient,
  services: Pick<ModelsDeps, 'clock'>,
  actor: UserRef,
  action: string,
  { key }: Pick<AiProvider, 'key'>,
  model: { modelName: string; isAllowed: boolean; isFree: boolean },
) =>
  writeAudit(transaction, services, actor, {
    action,
    subject: `${key}/${model.modelName}`,
    detail: { isAllowed: model.isAllowed, isFree: model.isFree },
  });
