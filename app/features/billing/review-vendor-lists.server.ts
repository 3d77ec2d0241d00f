import type { AiModel, AiPrice, AiProvider, Prisma } from '@prisma/client';
import type { UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import { DEMO_PROVIDER, markRetired } from '~/features/completions/index.server';
import { readRule } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import { isListedAs } from './listed-names';
import { changesBetween } from './price-lines.server';
import type { PriceChange, Proposal, VendorList } from './price-schema';
import { outdated, subjectOf } from './prices.server';
import { knownPrice, proposal, withoutSearches } from './proposals.server';
import { cautionFor, publicChatModel, PUBLIC_LIST, publicRule } from './public-prices.server';
import { findReference, SORT_STEP, tokens } from './review-reference.server';

/** Timeout for a vendor's model list. */
const LIST_TIMEOUT_MS = 8_000;
/** Output limit for new models; no public list has it. */
const NEW_MODEL_OUTPUT_TOKENS = 32_768;

interface Own {
  provider: AiProvider & { models: AiModel[] };
  prices: readonly AiPrice[];
}

/** Compares each vendor's model list with ours; reports an error for vendors that fail. */
export async function askVendors(
  services: Pick<BillingDeps, 'clock' | 'prisma' | 'providers'>,
  prices: readonly AiPrice[],
): Promise<(VendorList & { proposals: Proposal[] })[]> {
  const rows = await services.prisma.aiProvider.findMany({
    where: { key: { in: services.providers.list().filter((key) => key !== DEMO_PROVIDER) } },
    orderBy: { sortOrder: 'asc' },
    include: { models: true },
  });
  return Promise.all(
    rows.map(async (provider) => {
      const own = { provider, prices: prices.filter((price) => price.provider === provider.key) };
      try {
        const listed = await listWithin(services, provider.key);
        return {
          provider: provider.key,
          error: null,
          count: listed.length,
          unknown: unknownOf(listed, own, services.clock()),
          proposals: [...withdrawn(listed, own), ...added(listed, own, services.clock())],
        };
      } catch (error) {
        const message = error instanceof Error ? error.message : 'It could not be asked.';
        return { provider: provider.key, error: message, count: 0, unknown: [], proposals: [] };
      }
    }),
  );
}

const unknownOf = (listed: readonly string[], { provider, prices }: Own, nowMs: number): string[] =>
  listed.filter(
    (model) =>
      !prices.some((price) => isListedAs(price.model, [model])) &&
      knownPrice(provider.key, model, nowMs) === undefined,
  );

/** Priced models that the vendor no longer lists. An empty list is ignored. */
function withdrawn(listed: readonly string[], { provider, prices }: Own): Proposal[] {
  if (listed.length === 0) return [];
  return prices
    .filter(({ model, isActive }) => isActive && !isListedAs(model, listed))
    .map((price) => {
      const row = provider.models.find(({ modelName }) => modelName === price.model);
      const rule = readRule(price.rule);
      const changes = [
        ...(row?.goneAt === null ? [{ label: 'Model', before: 'Offered', after: 'No longer offered' }] : []),
        ...changesBetween({ rule, isActive: true }, { rule, isActive: false }),
      ];
      return proposal('gone', price, row?.displayName ?? price.model, changes, {
        source: 'The vendor’s own list, read just now',
        caution: 'Vendors may answer with models that they don’t list. Test it before you turn it off.',
      });
    });
}

/** Models that the vendor and the public list have, but the reference list doesn't. */
const added = (listed: readonly string[], { provider, prices }: Own, nowMs: number): Proposal[] =>
  listed
    .filter((model) => !prices.some((price) => price.model === model))
    .filter((model) => findReference(provider.key, model, nowMs) === undefined)
    .flatMap((model) => {
      const facts = publicChatModel(provider.key, model);
      const rule = publicRule(provider.key, model, nowMs);
      if (!facts || !rule) return [];
      const row = provider.models.find(({ modelName }) => modelName === model);
      const changes = [
        ...changesBetween(undefined, { rule: withoutSearches(rule), isActive: true }),
        ...(row ? [] : modelLines(facts)),
      ];
      const subject = { provider: provider.key, model, version: 0 };
      const why = { source: PUBLIC_LIST, caution: cautionFor(provider.key) };
      return [proposal('new', subject, row?.displayName ?? facts.displayName, changes, why)];
    });

const modelLines = ({ contextTokens }: { contextTokens: number | undefined }): PriceChange[] =>
  contextTokens === undefined ? [] : [{ label: 'Context', before: null, after: tokens(contextTokens) }];

type ModelRef = { provider: string; model: string };

/** Applies a `new` proposal: adds the model, unless only its price was missing. */
export async function addListedModel(
  transaction: Prisma.TransactionClient,
  services: Pick<BillingDeps, 'clock'>,
  actor: UserRef,
  { provider: key, model }: ModelRef,
): Promise<void> {
  const facts = publicChatModel(key, model);
  const provider = await transaction.aiProvider.findUnique({
    where: { key },
    include: { models: { where: { transcribes: false }, orderBy: { sortOrder: 'desc' } } },
  });
  if (!facts || !provider) throw outdated(model);
  if (provider.models.some(({ modelName }) => modelName === model)) return;
  const { displayName, contextTokens = null } = facts;
  await transaction.aiModel.create({
    data: {
      providerId: provider.id,
      modelName: model,
      displayName,
      contextTokens,
      maxOutputTokens: Math.min(NEW_MODEL_OUTPUT_TOKENS, contextTokens ?? NEW_MODEL_OUTPUT_TOKENS),
      sortOrder: (provider.models[0]?.sortOrder ?? 0) + SORT_STEP,
    },
  });
  await writeAudit(transaction, services, actor, {
    action: 'model.added',
    subject: subjectOf({ provider: key, model }),
    detail: { from: 'review' },
  });
}

/** Applies a `gone` proposal: retires the model. Its users switch to the successor. */
export const withdrawModel = (
  transaction: Prisma.TransactionClient,
  { catalogue, clock, log }: Pick<BillingDeps, 'log' | 'clock' | 'catalogue'>,
  model: ModelRef,
): Promise<void> => markRetired({ prisma: transaction, catalogue, clock, log }, model);

async function listWithin({ providers }: Pick<BillingDeps, 'providers'>, key: string): Promise<string[]> {
  const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
  return Promise.race([
    providers.get(key)?.listModels() ?? [],
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('It did not answer in time.')), { once: true }),
    ),
  ]);
}
