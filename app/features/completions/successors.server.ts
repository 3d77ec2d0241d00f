import type { AiModel } from '@prisma/client';
import { worstCase } from '~/features/ledger/index.server';
import type { CatalogueModel, GoneModel } from './catalogue.server';

/** Follows the successors to one that is there; each model is asked once, so that a circle ends. */
export function successorOf(
  { replacedBy }: Pick<AiModel, 'replacedBy'>,
  all: readonly AiModel[],
): GoneModel['successor'] {
  const asked = new Set<string>();
  for (let name = replacedBy; name !== null && !asked.has(name);) {
    const wanted = name;
    asked.add(wanted);
    const model = all.find(({ modelName }) => modelName === wanted);
    if (!model) return { model: wanted, displayName: wanted, isListed: false };
    if (model.goneAt === null) return { model: wanted, displayName: model.displayName, isListed: true };
    name = model.replacedBy;
  }
  return undefined;
}

/** The model that answers in the place of one that is gone, where it is listed. */
export function listedSuccessorOf(row: AiModel, all: readonly AiModel[]): string | undefined {
  const successor = row.goneAt === null ? undefined : successorOf(row, all);
  return successor?.isListed ? successor.model : undefined;
}

/**
 * A vendor's last day takes nothing from the free plan: in the place of a free model that is gone its successor is free.
 * Where that can't be called, and no other model of the vendor is free, the cheapest one is.
 */
export function freeForGone(models: readonly CatalogueModel[], rows: readonly AiModel[]): CatalogueModel[] {
  const gone = rows.filter(({ isFree, goneAt, transcribes }) => isFree && goneAt !== null && !transcribes);
  if (gone.length === 0) return [...models];
  const successors = new Set(gone.map((row) => listedSuccessorOf(row, rows)));
  const next = models.map((model) => (successors.has(model.model) ? { ...model, isFree: true } : model));
  const callable = next.filter(({ price }) => price !== undefined);
  if (callable.some(({ isFree }) => isFree)) return next;
  const [cheapest] = callable.sort((a, b) => Number(mostForAPage(a) - mostForAPage(b)));
  return next.map((model) => (model === cheapest ? { ...model, isFree: true } : model));
}

const mostForAPage = ({ price, searches }: CatalogueModel): bigint =>
  price === undefined
    ? 0n
    : worstCase(price, { inputTokens: 1_000, maxOutputTokens: 1_000, searches: searches.most });
