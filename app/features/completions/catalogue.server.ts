import type { AiPrice, PrismaClient } from '@prisma/client';
import { searchesOf, type Searches } from '@promptwell/ai-providers';
import { readRule, type PriceRule } from '~/features/ledger/index.server';

export interface CatalogueModel {
  provider: string;
  model: string;
  displayName: string;
  isFree: boolean;
  maxOutputTokens: number;
  /** Undefined: no active price, so the model cannot be called. */
  price: PriceRule | undefined;
  /** What its vendor may look up for one call, at a fee and with what it found as input. */
  searches: Searches;
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

export interface CatalogueProvider {
  key: string;
  name: string;
  defaultModel: string;
  models: CatalogueModel[];
}

/** The active vendors and their allowed models with today's prices, kept in memory: every call reads it. */
export interface Catalogue {
  providers(): Promise<readonly CatalogueProvider[]>;
  /** Vendors are found by key or name, in any case. */
  find(provider: string, model: string): Promise<CatalogueModel | undefined>;
  /** To be called after any change of vendors, models or prices. */
  invalidate(): void;
}

export function createCatalogue(prisma: PrismaClient): Catalogue {
  let loading: Promise<LoadedCatalogue> | undefined;
  const current = (): Promise<LoadedCatalogue> => {
    const attempt = (loading ??= load(prisma));
    attempt.catch(() => {
      if (loading === attempt) loading = undefined; // a failed load is tried again by the next caller
    });
    return attempt;
  };
  return {
    providers: async () => (await current()).providers,
    find: async (provider, model) => (await current()).byName.get(nameOf(provider, model)),
    invalidate: () => {
      loading = undefined;
    },
  };
}

interface LoadedCatalogue {
  providers: CatalogueProvider[];
  byName: ReadonlyMap<string, CatalogueModel>;
}

const nameOf = (provider: string, model: string): string => `${provider.trim().toLowerCase()}\n${model}`;

/** Of each model the price that counts, also one that says that it has none; the earlier ones are history. */
export const currentPrices = (prisma: Pick<PrismaClient, 'aiPrice'>): Promise<AiPrice[]> =>
  prisma.aiPrice.findMany({
    orderBy: [{ provider: 'asc' }, { model: 'asc' }, { version: 'desc' }],
    distinct: ['provider', 'model'],
  });

async function load(prisma: PrismaClient): Promise<LoadedCatalogue> {
  const [rows, prices] = await Promise.all([
    prisma.aiProvider.findMany({
      where: { isActive: true },
      orderBy: { sortOrder: 'asc' },
      include: { models: { where: { isAllowed: true }, orderBy: { sortOrder: 'asc' } } },
    }),
    currentPrices(prisma),
  ]);
  const priceOf = new Map(
    prices.flatMap(({ provider, model, rule, isActive }) =>
      isActive ? [[nameOf(provider, model), readRule(rule)] as const] : [],
    ),
  );
  const byName = new Map<string, CatalogueModel>();
  const providers = rows.map((row): CatalogueProvider => {
    const models = row.models.map((model): CatalogueModel => {
      return {
        provider: row.key,
        model: model.modelName,
        displayName: model.displayName,
        isFree: model.isFree,
        maxOutputTokens: model.maxOutputTokens,
        price: priceOf.get(nameOf(row.key, model.modelName)),
        searches: searchesOf(row.key, model.modelName),
      };
    });
    for (const model of models) {
      byName.set(nameOf(row.key, model.model), model);
      byName.set(nameOf(row.name, model.model), model);
    }
    return { key: row.key, name: row.name, defaultModel: row.defaultModel, models };
  });
  return { providers, byName };
}
