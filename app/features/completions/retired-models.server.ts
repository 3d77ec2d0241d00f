import type { AiModel, Prisma } from '@prisma/client';
import { ProviderFailure, textMessage, type AiProvider } from '@promptwell/ai-providers/contract';
import { complete, isAtItsVendor } from '@promptwell/ai-providers';
import { DAY_MS, SECOND_MS, utcDay } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { worstCase } from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';
import type { CatalogueModel, RetiredModel } from './catalogue.server';

// Models that their vendor has withdrawn: detection, successors and the error for users.

const PROBE_TIMEOUT_MS = 20 * SECOND_MS;
const PROBE_MAX_TOKENS = 16;
/**
 * How far ahead of a model's last day users are notified. Administrators are notified earlier (`ENDING_NOTICE_DAYS`).
 */
const NOTICE_DAYS = 30;

interface ModelRef {
  provider: string;
  model: string;
}

/**
 * Retires a model after a vendor reported it as unavailable. Verified with a neutral prompt first: the error may quote the
 * user's prompt, and no prompt may take a model away from everyone.
 */
export async function retireIfGone(
  services: RetireDeps,
  speaker: AiProvider,
  called: ModelRef,
): Promise<void> {
  if (await stillResponds(speaker, called.model)) {
    services.log.warn(called, 'a vendor reported a model as retired, and then answered with it');
  } else {
    await markRetired(services, called);
  }
}

type RetireDeps = Pick<CompletionsDeps, 'catalogue' | 'clock' | 'log'> & {
  prisma: Pick<Prisma.TransactionClient, 'aiModel'>;
};

/** Retires a model: users no longer see it, and administrators see its successor. */
export async function markRetired(
  { prisma, catalogue, clock, log }: RetireDeps,
  { provider, model }: ModelRef,
): Promise<void> {
  const { count } = await prisma.aiModel.updateMany({
    where: { modelName: model, provider: { key: provider }, goneAt: null },
    data: { goneAt: new Date(clock()) },
  });
  if (count === 0) return;
  catalogue.invalidate();
  log.warn({ provider, model }, 'a model is retired: its vendor no longer offers it');
}

async function stillResponds(speaker: AiProvider, model: string): Promise<boolean> {
  try {
    await complete(speaker, {
      model,
      messages: [textMessage('user', 'Say OK.')],
      maxOutputTokens: PROBE_MAX_TOKENS,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return true;
  } catch (error) {
    return !(error instanceof ProviderFailure && error.kind === 'model_gone');
  }
}

/** Whether requests go to the vendor itself. Its shutdown dates don't apply to self-hosted servers. */
export function isAskedAtVendor(
  { providers }: Pick<CompletionsDeps, 'providers'>,
  provider: string,
): boolean {
  const setting = providers.settingOf(provider);
  return setting !== undefined && isAtItsVendor(setting);
}

/** Whether users should be notified of a model's last day. */
export const endsSoon = (
  services: Pick<CompletionsDeps, 'clock' | 'providers'>,
  provider: string,
  on: string,
): boolean => on <= utcDay(services.clock() + NOTICE_DAYS * DAY_MS) && isAskedAtVendor(services, provider);

/** Follows successors to one that isn't retired. Visits each model once, so that a cycle ends. */
export function successorOf(
  { replacedBy }: Pick<AiModel, 'replacedBy'>,
  all: readonly AiModel[],
): RetiredModel['successor'] {
  const visited = new Set<string>();
  for (let name = replacedBy; name !== null && !visited.has(name);) {
    const wanted = name;
    visited.add(wanted);
    const model = all.find(({ modelName }) => modelName === wanted);
    if (!model) return { model: wanted, displayName: wanted, isListed: false };
    if (model.goneAt === null) return { model: wanted, displayName: model.displayName, isListed: true };
    name = model.replacedBy;
  }
  return undefined;
}

/** The listed successor of a retired model, if any. */
export function listedSuccessorOf(row: AiModel, all: readonly AiModel[]): string | undefined {
  const successor = row.goneAt === null ? undefined : successorOf(row, all);
  return successor?.isListed ? successor.model : undefined;
}

/**
 * Keeps the free plan usable after a retirement: the successor of a retired free model becomes free. If it can't be
 * used and the provider has no other free model, its cheapest model does.
 */
export function freeForRetired(
  models: readonly CatalogueModel[],
  rows: readonly AiModel[],
): CatalogueModel[] {
  const retired = rows.filter(({ isFree, goneAt, transcribes }) => isFree && goneAt !== null && !transcribes);
  if (retired.length === 0) return [...models];
  const successors = new Set(retired.map((row) => listedSuccessorOf(row, rows)));
  const next = models.map((model) => (successors.has(model.model) ? { ...model, isFree: true } : model));
  const callable = next.filter(({ price }) => price !== undefined);
  if (callable.some(({ isFree }) => isFree)) return next;
  const [cheapest] = callable.sort((a, b) => Number(maxCostOfPage(a) - maxCostOfPage(b)));
  return next.map((model) => (model === cheapest ? { ...model, isFree: true } : model));
}

const maxCostOfPage = ({ price, searches }: CatalogueModel): bigint =>
  price === undefined
    ? 0n
    : worstCase(price, { inputTokens: 1_000, maxOutputTokens: 1_000, searches: searches.most });

/** The error for a retired model; pages link to the successor in its data. */
export function modelRetired(
  sentence: string,
  retired: Pick<RetiredModel, 'provider' | 'successor'> | undefined,
  cause?: ProviderFailure,
): DomainError {
  const successor = retired?.successor;
  const sentences = [
    sentence,
    ...(successor ? [`Its successor is ${successor.displayName}.`] : []),
    'You were not charged.',
  ];
  return new DomainError('invalid', sentences.join(' '), {
    code: 'provider_model_gone',
    ...(successor && { data: { successor: successor.model } }),
    ...(cause && { cause }),
  });
}
