import type { AiModel, AiProvider, PrismaClient } from '@prisma/client';
import type { Searches } from '@promptwell/ai-providers';
import { cached } from '~/core/server/cached.server';
import type { Clock } from '~/core/shared/clock';
import { readRule, type PriceRule } from '~/features/ledger/index.server';
import { DEMO_PROVIDER, hasAnotherAnswered } from './demo.server';
import { freeForGone, listedSuccessorOf, successorOf } from './gone-models.server';
import { pricesAt } from './prices-in-force.server';

export interface CatalogueModel {
  provider: string;
  model: string;
  displayName: string;
  /** What is known of the model goes by this name: that of the model behind a deployment, else its own. */
  family: string;
  /** Its provider is sent what stands for the user. */
  sendsUserIds: boolean;
  isFree: boolean;
  /** Input and output together; undefined where that is not known. */
  contextTokens: number | undefined;
  maxOutputTokens: number;
  takesImages: boolean;
  /** Undefined: as the vendor is known to. */
  takesSampling: boolean | undefined;
  /** Undefined: no active price, so the model cannot be called. */
  price: PriceRule | undefined;
  /** What its vendor may look up for one call, at a fee and with what it found as input. */
  searches: Searches;
  /** Its vendor searches unless it is asked not to; others search only where they are asked to. */
  searchesByItself: boolean;
  /** The model, as `provider/model`, that answers when this one can't be reached. */
  fallback: string | undefined;
  /** The day from which its vendor no longer offers it, and what it names in its place. */
  end: { on: string; successor: GoneModel['successor'] } | undefined;
}

/** The most that a call may use: what was counted, and what its vendor's own searches may bring. */
export const mostOf = (
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

/** A model that turns recordings into text. */
export interface TranscriptionModel {
  provider: string;
  providerName: string;
  model: string;
  displayName: string;
  price: PriceRule;
  minuteFeeMicroUsd: bigint;
}

/** A model that people could choose until its vendor withdrew it. */
export interface GoneModel {
  provider: string;
  providerName: string;
  model: string;
  displayName: string;
  /** What its vendor names in its place; a model that is gone too gives way to its own successor. */
  successor: { model: string; displayName: string; isListed: boolean } | undefined;
}

/** The active vendors and their allowed models with today's prices, kept in memory: every call reads it. */
export interface Catalogue {
  providers(): Promise<readonly CatalogueProvider[]>;
  /** Vendors are found by key or name, in any case. */
  find(provider: string, model: string): Promise<CatalogueModel | undefined>;
  /** The allowed models that are gone. */
  gone(): Promise<readonly GoneModel[]>;
  findGone(provider: string, model: string): Promise<GoneModel | undefined>;
  /** The allowed models that transcribe and have a price, in order; prompts are sent to none of them. */
  transcribers(): Promise<readonly TranscriptionModel[]>;
  /**
   * With DEMO_PROVIDER=auto, only while no other provider that is set up has a model that can be called, and never again
   * once one has answered.
   */
  isDemoOffered(): Promise<boolean>;
  /** To be called after any change of vendors, their keys, models or prices. */
  invalidate(): void;
}

interface CatalogueSource {
  prisma: PrismaClient;
  clock: Clock;
  /** Whether a provider has what it needs to be asked. */
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
    gone: async () => (await current()).gone,
    findGone: async (provider, model) =>
      (await current()).gone.find(
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
  gone: GoneModel[];
  transcribers: TranscriptionModel[];
  byName: ReadonlyMap<string, CatalogueModel>;
  isDemoOffered: boolean;
  /** When the next price comes into force. */
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
    const models = freeForGone(listed, row.models);
    for (const model of models) {
      byName.set(nameOf(row.key, model.model), model);
      byName.set(nameOf(row.name, model.model), model);
    }
    const usual = row.models.find(({ modelName }) => modelName === row.defaultModel);
    const defaultModel = (usual && listedSuccessorOf(usual, row.models)) ?? row.defaultModel;
    return { key: row.key, name: row.name, defaultModel, models };
  });
  // A provider that is set up but has no model yet must not leave people with nothing.
  const isDemoOffered =
    demo === 'on' ||
    (demo === 'auto' &&
      !providers.some((each) => isSetUp(each.key) && hasRealModel(each)) &&
      !(await hasAnotherAnswered(prisma)));
  const gone = rows.flatMap((row) =>
    row.models
      .filter(({ goneAt, transcribes }) => goneAt !== null && !transcribes)
      .map((model) => goneModel(row, model, row.models)),
  );
  const untilMs = upcoming[0]?.validFrom.getTime() ?? Infinity;
  return { providers, gone, transcribers, byName, isDemoOffered, untilMs };
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

const goneModel = (
  { key, name }: Pick<AiProvider, 'key' | 'name'>,
  row: AiModel,
  all: readonly AiModel[],
): GoneModel => ({
  provider: key,
  providerName: name,
  model: row.modelName,
  displayName: row.displayName,
  successor: successorOf(row, all),
});
