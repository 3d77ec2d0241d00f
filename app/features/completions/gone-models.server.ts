import type { AiModel, Prisma } from '@prisma/client';
import { ProviderFailure, textMessage, type AiProvider } from '@promptwell/ai-providers/contract';
import { complete, isAtItsVendor } from '@promptwell/ai-providers';
import { DAY_MS, SECOND_MS, utcDay } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { worstCase } from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';
import type { CatalogueModel, GoneModel } from './catalogue.server';

// A model that its vendor has withdrawn: how that is found out, what answers in its place, and what people are told.

const LONGEST_WAIT_MS = 20 * SECOND_MS;
const FEW_TOKENS = 16;
/** How far ahead of a model's last day people who use it are told; administrators are told earlier. */
const NOTICE_DAYS = 30;

interface Called {
  provider: string;
  model: string;
}

/**
 * Marks a model whose vendor said at a call that it is gone. The vendor is asked once more, with words of our own: an
 * error may quote the prompt, and nobody's prompt may take a model away from everybody.
 */
export async function retireIfGone(services: RetireDeps, speaker: AiProvider, called: Called): Promise<void> {
  if (await isStillThere(speaker, called.model)) {
    services.log.warn(called, 'a vendor said that a model is gone, and then answered with it');
  } else {
    await markGone(services, called);
  }
}

type RetireDeps = Pick<CompletionsDeps, 'catalogue' | 'clock' | 'log'> & {
  prisma: Pick<Prisma.TransactionClient, 'aiModel'>;
};

/** From now on nobody is offered this model, and administrators see it with its successor. */
export async function markGone(
  { prisma, catalogue, clock, log }: RetireDeps,
  { provider, model }: Called,
): Promise<void> {
  const { count } = await prisma.aiModel.updateMany({
    where: { modelName: model, provider: { key: provider }, goneAt: null },
    data: { goneAt: new Date(clock()) },
  });
  if (count === 0) return;
  catalogue.invalidate();
  log.warn({ provider, model }, 'a model is gone: its vendor no longer offers it');
}

async function isStillThere(speaker: AiProvider, model: string): Promise<boolean> {
  try {
    await complete(speaker, {
      model,
      messages: [textMessage('user', 'Say OK.')],
      maxOutputTokens: FEW_TOKENS,
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    });
    return true;
  } catch (error) {
    return !(error instanceof ProviderFailure && error.kind === 'model_gone');
  }
}

/** Whether the vendor itself is asked: a model's last day counts there; a server of one's own keeps what it has. */
export function isAskedAtVendor(
  { providers }: Pick<CompletionsDeps, 'providers'>,
  provider: string,
): boolean {
  const setting = providers.settingOf(provider);
  return setting !== undefined && isAtItsVendor(setting);
}

/** Whether a model's last day is so near that it has to be said. */
export const endsSoon = (
  services: Pick<CompletionsDeps, 'clock' | 'providers'>,
  provider: string,
  on: string,
): boolean => on <= utcDay(services.clock() + NOTICE_DAYS * DAY_MS) && isAskedAtVendor(services, provider);

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

/** What somebody is told whose model is gone; a page makes the way to its successor of the data. */
export function modelGone(
  sentence: string,
  gone: Pick<GoneModel, 'provider' | 'successor'> | undefined,
  cause?: ProviderFailure,
): DomainError {
  const successor = gone?.successor;
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
