import type { AiModel, AiProvider, PrismaClient } from '@prisma/client';
import type { Searches } from '@promptwell/ai-providers';
import { cached } from '~/core/server/cached.server';
import type { Clock } from '~/core/shared/clock';
import { readRule, type PriceRule } from '~/features/ledger/index.server';
import { DEMO_PROVIDER, findReplyThatEndedDemo } from './demo.server';
import { freeForRetired, listedSuccessorOf, successorOf } from './retired-models.server';
import { pricesAt } from './prices-in-force.server';

export interface CatalogueModel {
  provider: string;
  model: string;
  displayName: string;
  /** Key for known facts about the model: the model behind a deployment, otherwise its own name. */
  family: string;
  /** Whether the provider gets a hashed user id. */
  sendsUserIds: boolean;
  isFree: boolean;
  /** Input plus output; undefined if unknown. */
  contextTokens: number | undefined;
  maxOutputTokens: number;
  takesImages: boolean;
  /** Undefined: use the vendor's default. */
  takesSampling: boolean | undefined;
  /** Undefined if there is no active price; the model can't be used then. */
  price: PriceRule | undefined;
  /** Limits of the vendor's own web searches, which cost a fee and add input tokens. */
  searches: Searches;
  /** Searches unless told not to; other models search only on request. */
  searchesByItself: boolean;
  /** Fallback model, as `provider/model`, for when this one can't be reached. */
  fallback: string | undefined;
  /** The date from which the vendor no longer offers it, and the successor it names. */
  end: { on: string; successor: RetiredModel['successor'] } | undefined;
}

/** The maximum usage: the counted tokens plus the vendor's searches and their results. */
export const maxUsage = (
  { searches }: Pick<CatalogueModel, 'searches'>,
  counted: { inputTokens: number; maxOutputTokens: number },
): { inputTokens: number; maxOutputTokens: number; searches: number } => ({
  inputTokens: counted.inputTokens + searches.most * searches.tokensEach,
  maxOutputTokens: counted.maxOutputTokens,
  searches: searches.most,
});

interface CatalogueProvider {
  key: string;
  name: string;
  defaultModel: string;
  models: CatalogueModel[];
}

/** A speech-to-text model. */
export interface TranscriptionModel {
  provider: string;
  providerName: string;
  model: string;
  displayName: string;
  price: PriceRule;
  minuteFeeMicroUsd: bigint;
}

/** An allowed model that its vendor has withdrawn. */
export interface RetiredModel {
  provider: string;
  providerName: string;
  model: string;
  displayName: string;
  /** The successor named by the vendor. If that is retired too, its own successor. */
  successor: { model: string; displayName: string; isListed: boolean } | undefined;
}

/**
 * The active providers and their allowed models with current prices, cached in memory because every completion reads
 * them.
 */
export interface Catalogue {
  providers(): Promise<readonly CatalogueProvider[]>;
  /** Finds a model by provider key or name, case-insensitive. */
  find(provider: string, model: string): Promise<CatalogueModel | undefined>;
  /** Allowed models that are retired. */
  retired(): Promise<readonly RetiredModel[]>;
  findRetired(provider: string, model: string): Promise<RetiredModel | undefined>;
  /** Allowed and priced transcription models, in order. They aren't available for prompts. */
  transcribers(): Promise<readonly TranscriptionModel[]>;
  /**
   * With DEMO_PROVIDER=auto, only while no other provider that is set up has a model that can be called, and never again
   * once one has answered.
   */
  isDemoOffered(): Promise<boolean>;
  /** Call after any change of providers, keys, models or prices. */
  invalidate(): void;
}

interface CatalogueSource {
  prisma: PrismaClient;
  clock: Clock;
  /** Whether a provider is configured, e.g. has an API key. */
  isSetUp: (provider: string) => boolean;
  demo: 'on' | 'off' | 'auto';
}

export function createCatalogue(source: CatalogueSource): Catalogue {
  const { clock } = source;
  const { current: loaded, invalidate } = cached(() => load(source, clock()));
  const current = async (): Promise<LoadedCatalogue> => {
    const catalogue = await loaded();
    if (clock() < catalogue.untilMs) return catalogue;
    invalidate();
    return loaded();
  };
  return {
    providers: async () => (await current()).providers,
    find: async (provider, model) => (await current()).byName.get(nameOf(provider, model)),
    retired: async () => (await current()).retired,
    findRetired: async (provider, model) =>
      (await current()).retired.find(
        (each) =>
          each.model === model &&
          [each.provider, each.providerName].some((name) => nameOf(name, model) === nameOf(provider, model)),
      ),
    transcribers: async () => (await current()).transcribers,
    isDemoOffered: async () => (await current()).isDemoOffered,
    invalidate,
  };
}

interface LoadedCatalogue {
  providers: CatalogueProvider[];
  retired: RetiredModel[];
  transcribers: TranscriptionModel[];
  byName: ReadonlyMap<string, CatalogueModel>;
  isDemoOffered: boolean;
  /** When the next price takes effect. */
  untilMs: number;
}

const nameOf = (provider: string, model: string): string => `${provider.trim().toLowerCase()}\n${model}`;

async function load({ prisma, isSetUp, demo }: CatalogueSource, nowMs: number): Promise<LoadedCatalogue> {
  const [rows, { current: prices, upcoming }] = await Promise.all([
    prisma.aiProvider.findMany({
      where: { isActive: true },
      orderBy: { sortOrder: 'asc' },
      include: { models: { where: { isAllowed: true }, orderBy: { sortOrder: 'asc' } } },
    }),
    pricesAt(prisma, nowMs),
  ]);
  const priceOf = new Map(
    prices.flatMap(({ provider, model, rule, isActive }) =>
      isActive ? [[nameOf(provider, model), readRule(rule)] as const] : [],
    ),
  );
  const transcribers = rows.flatMap(({ key, name, models }) =>
    models.flatMap(({ modelName: model, displayName, transcribes, goneAt }) => {
      const price = transcribes && goneAt === null ? priceOf.get(nameOf(key, model)) : undefined;
      const minuteFeeMicroUsd = price?.audioMinuteFee;
      if (price === undefined || minuteFeeMicroUsd === undefined) return [];
      return [{ provider: key, providerName: name, model, displayName, price, minuteFeeMicroUsd }];
    }),
  );
  const byName = new Map<string, CatalogueModel>();
  const providers = rows.map((row): CatalogueProvider => {
    const listed = row.models
      .filter(({ goneAt, transcribes }) => goneAt === null && !transcribes)
      .map((model) => listedModel(row, model, row.models, priceOf.get(nameOf(row.key, model.modelName))));
    const models = freeForRetired(listed, row.models);
    for (const model of models) {
      byName.set(nameOf(row.key, model.model), model);
      byName.set(nameOf(row.name, model.model), model);
    }
    const usual = row.models.find(({ modelName }) => modelName === row.defaultModel);
    const defaultModel = (usual && listedSuccessorOf(usual, row.models)) ?? row.defaultModel;
    return { key: row.key, name: row.name, defaultModel, models };
  });
  // A configured provider without models must not leave users with none.
  const isDemoOffered =
    demo === 'on' ||
    (demo === 'auto' &&
      !providers.some((each) => isSetUp(each.key) && hasRealModel(each)) &&
      (await findReplyThatEndedDemo(prisma)) === undefined);
  const retired = rows.flatMap((row) =>
    row.models
      .filter(({ goneAt, transcribes }) => goneAt !== null && !transcribes)
      .map((model) => toRetiredModel(row, model, row.models)),
  );
  const untilMs = upcoming[0]?.validFrom.getTime() ?? Infinity;
  return { providers, retired, transcribers, byName, isDemoOffered, untilMs };
}

const hasRealModel = ({ key, models }: CatalogueProvider): boolean =>
  key !== DEMO_PROVIDER && models.some(({ price }) => price !== undefined);

const listedModel = (
  { key, protocol, sendsUserIds }: Pick<AiProvider, 'key' | 'protocol' | 'sendsUserIds'>,
  row: AiModel,
  all: readonly AiModel[],
  price: PriceRule | undefined,
): CatalogueModel => ({
  provider: key,
  model: row.modelName,
  displayName: row.displayName,
  family: row.modelBehind ?? row.modelName,
  sendsUserIds,
  isFree: row.isFree,
  contextTokens: row.contextTokens ?? undefined,
  maxOutputTokens: row.maxOutputTokens,
  takesImages: row.takesImages,
  takesSampling: row.takesSampling ?? undefined,
  price,
  searches: { most: row.mostSearches, tokensEach: row.tokensEachSearch },
  searchesByItself: protocol === 'perplexity',
  fallback: row.fallback ?? undefined,
  end: row.shutdownOn === null ? undefined : { on: row.shutdownOn, successor: successorOf(row, all) },
});

const toRetiredModel = (
  { key, name }: Pick<AiProvider, 'key' | 'name'>,
  row: AiModel,
  all: readonly AiModel[],
): RetiredModel => ({
  provider: key,
  providerName: name,
  model: row.modelName,
  displayName: row.displayName,
  successor: successorOf(row, all),
});
