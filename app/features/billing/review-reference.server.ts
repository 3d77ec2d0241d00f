import type { AiModel, AiPrice, AiProvider, Prisma } from '@prisma/client';
import { REFERENCE_PROVIDERS, referencePriceOn, type ReferenceModel } from '@promptwell/ai-providers';
import { utcDay } from '~/core/shared/clock';
import type { UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import {
  isAskedAtVendor,
  pricesAt,
  referenceModelData,
  referenceRule,
} from '~/features/completions/index.server';
import { readRule, storedRule, type PriceRule } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import { formatDate } from '~/ui/format-date';
import { changesBetween } from './price-lines.server';
import type { PriceChange, Proposal } from './price-schema';
import { subjectOf, type NewPriceVersion } from './prices.server';
import { cautionManualPrices } from './manual-prices.server';

/** Gap between sort positions. */
export const SORT_STEP = 10;

/** A proposal from the bundled reference list, with the writes that apply it. */
export interface ReferenceProposal {
  proposal: Proposal;
  versions: NewPriceVersion[];
  writeModel?: (transaction: Prisma.TransactionClient, actor: UserRef) => Promise<unknown>;
}

interface Known {
  services: BillingDeps;
  provider: AiProvider & { models: AiModel[] };
  reference: ReferenceModel;
  /** The current price, even if inactive. */
  price: AiPrice | undefined;
  upcoming: readonly AiPrice[];
  /** Set if an administrator entered the current price. */
  priceCaution: string | null;
}

/** The current price of a model in the reference list. */
export function findReference(
  provider: string,
  model: string,
  nowMs: number,
): { rule: PriceRule; source: string } | undefined {
  const reference = REFERENCE_PROVIDERS.find(({ key }) => key === provider)?.models.find(
    (each) => each.model === model,
  );
  const price = reference && referencePriceOn(reference, utcDay(nowMs));
  return price && { rule: referenceRule(price), source: price.priceSource ?? '' };
}

/**
 * Proposals from the reference list: missing models, announced prices, shutdown dates, successors and context sizes.
 * Skips providers at another address than the vendor's, where these don't apply.
 */
export async function proposeFromReference(services: BillingDeps): Promise<ReferenceProposal[]> {
  const { prisma, clock, providers } = services;
  const [rows, { current, upcoming }] = await Promise.all([
    prisma.aiProvider.findMany({ orderBy: { sortOrder: 'asc' }, include: { models: true } }),
    pricesAt(prisma, clock()),
  ]);
  const typed = await cautionManualPrices(prisma, current);
  return rows
    .filter(({ key }) => providers.settingOf(key) === undefined || isAskedAtVendor(services, key))
    .flatMap((provider) =>
      (REFERENCE_PROVIDERS.find(({ key }) => key === provider.key)?.models ?? []).flatMap((reference) => {
        const isOwn = (each: AiPrice) =>
          subjectOf(each) === subjectOf({ provider: provider.key, model: reference.model });
        const price = current.find(isOwn);
        const known: Known = {
          services,
          provider,
          reference,
          price,
          priceCaution: (price && typed.get(price.id)) ?? null,
          upcoming: upcoming.filter(isOwn),
        };
        const row = provider.models.find(({ modelName }) => modelName === reference.model);
        return row ? [...newFacts(known, row), ...announced(known)] : [newModel(known)];
      }),
    );
}

function newModel(known: Known): ReferenceProposal {
  const { services, provider, reference, price } = known;
  const today = referencePriceOn(reference, utcDay(services.clock()));
  const rule = referenceRule(today);
  const later = laterVersions(known);
  return {
    proposal: {
      ...proposalOf(known, 'model', price?.version ?? 0, today.priceSource),
      changes: [
        ...(price?.isActive ? [] : changesBetween(undefined, { rule, isActive: true })),
        ...later.flatMap(({ changes }) => changes),
        { label: 'Context', before: null, after: tokens(reference.contextTokens) },
        ...(reference.end ? endLines(reference.end, { shutdownOn: null, replacedBy: null }) : []),
      ],
    },
    versions: [...(price?.isActive ? [] : [versionOf(known, rule)]), ...later.map(({ version }) => version)],
    writeModel: async (transaction, actor) => {
      const { _max } = await transaction.aiModel.aggregate({
        where: { providerId: provider.id, transcribes: false },
        _max: { sortOrder: true },
      });
      const last = _max.sortOrder ?? 0;
      await auditModel(transaction, known, actor, 'model.added');
      return transaction.aiModel.create({
        data: {
          ...referenceModelData(reference),
          providerId: provider.id,
          sortOrder: last + SORT_STEP,
        },
      });
    },
  };
}

/**
 * A shutdown date, successor or context size that differs from ours. If it replaces a value set here, it carries a
 * caution.
 */
function newFacts(known: Known, row: AiModel): ReferenceProposal[] {
  const { end, contextTokens, model } = known.reference;
  const context: PriceChange = {
    label: 'Context',
    before: row.contextTokens === null ? null : tokens(row.contextTokens),
    after: tokens(contextTokens),
  };
  const changes = [...(end ? endLines(end, row) : []), context].filter(
    ({ before, after }) => before !== after,
  );
  if (changes.length === 0 || row.transcribes) return [];
  const replaced = changes.filter(({ before }) => before !== null).map(({ label }) => label.toLowerCase());
  return [
    {
      proposal: {
        ...proposalOf(known, 'facts', changes.map(({ before }) => before ?? '').join('|'), end?.source),
        changes,
        caution: replaced.length === 0 ? null : `Replaces what is set here: ${replaced.join(', ')}.`,
      },
      versions: [],
      writeModel: async (transaction, actor) => {
        await auditModel(transaction, known, actor, 'model.changed');
        return transaction.aiModel.update({
          where: { providerId_modelName: { providerId: row.providerId, modelName: model } },
          data: { contextTokens, ...(end && { shutdownOn: end.on, replacedBy: end.successor }) },
        });
      },
    },
  ];
}

/** Announced prices of models whose current price is active. */
function announced(known: Known): ReferenceProposal[] {
  const { price, priceCaution } = known;
  if (!price?.isActive) return [];
  return laterVersions(known).map(({ version, changes, source, day }) => ({
    proposal: {
      ...proposalOf(known, 'announced', `${String(price.version)}|${day}`, source),
      changes,
      caution: priceCaution,
    },
    versions: [version],
  }));
}

/** Announced prices that aren't stored yet. */
function laterVersions(known: Known) {
  const { reference, upcoming, services, price } = known;
  const today = utcDay(services.clock());
  return (reference.laterPrices ?? [])
    .filter(({ validFrom }) => validFrom > today)
    .flatMap((later) => {
      const rule = referenceRule(later);
      const start = new Date(later.validFrom);
      const isKept = upcoming.some(
        (each) =>
          each.validFrom.getTime() === start.getTime() &&
          each.isActive &&
          storedRule(readRule(each.rule)) === storedRule(rule),
      );
      if (isKept) return [];
      const now = price?.isActive ? readRule(price.rule) : referenceRule(referencePriceOn(reference, today));
      const from = `from ${formatDate(start, 'UTC')}`;
      const changes = changesBetween({ rule: now, isActive: true }, { rule, isActive: true }).map(
        (change) => ({
          ...change,
          label: `${change.label} ${from}`,
        }),
      );
      const version = { ...versionOf(known, rule), validFrom: start };
      return changes.length === 0
        ? []
        : [{ version, changes, source: later.priceSource, day: later.validFrom }];
    });
}

const endLines = (
  end: NonNullable<ReferenceModel['end']>,
  before: Pick<AiModel, 'shutdownOn' | 'replacedBy'>,
): PriceChange[] => [
  { label: 'Shuts down on', before: dayOrNull(before.shutdownOn), after: dayOrNull(end.on) },
  { label: 'Successor', before: before.replacedBy, after: end.successor },
];

const dayOrNull = (day: string | null): string | null =>
  day === null ? null : formatDate(new Date(day), 'UTC');
export const tokens = (count: number): string => `${count.toLocaleString('en-US')} tokens`;

const versionOf = ({ provider, reference, price }: Known, rule: PriceRule): NewPriceVersion => ({
  provider: provider.key,
  model: reference.model,
  currency: 'USD',
  isActive: true,
  action: 'price.review',
  follows: price?.version ?? 0,
  ruleAfter: () => rule,
});

const proposalOf = (
  { provider, reference }: Known,
  kind: 'model' | 'facts' | 'announced',
  state: number | string,
  source: string | undefined,
) => ({
  key: JSON.stringify([kind, provider.key, reference.model, state]),
  kind,
  provider: provider.key,
  model: reference.model,
  displayName: reference.displayName,
  source: `Promptwell’s list${source === undefined ? '' : `: ${source}`}`,
  caution: null,
});

const auditModel = (
  transaction: Prisma.TransactionClient,
  { services, provider, reference }: Known,
  actor: UserRef,
  action: string,
) =>
  writeAudit(transaction, services, actor, {
    action,
    subject: `${provider.key}/${reference.model}`,
    detail: { from: 'review' },
  });
