import { ProviderFailure, textMessage, type AiProvider } from '@promptwell/ai-providers/contract';
import { complete } from '@promptwell/ai-providers';
import { SECOND_MS } from '~/core/shared/clock';
import type { Services } from '~/services';

const LONGEST_WAIT_MS = 20 * SECOND_MS;
const FEW_TOKENS = 16;

interface Called {
  provider: string;
  model: string;
}

/**
 * Marks a model whose vendor said at a call that it is gone. The vendor is asked once more, with words of our own: an
 * error may quote the prompt, and nobody's prompt may take a model away from everybody.
 */
export async function retireIfGone(services: Services, speaker: AiProvider, called: Called): Promise<void> {
  if (await isStillThere(speaker, called.model)) {
    services.log.warn(called, 'a vendor said that a model is gone, and then answered with it');
  } else {
    await markGone(services, called);
  }
}

/** From now on nobody is offered this model, and administrators see it with its successor. */
export async function markGone(
  { prisma, catalogue, clock, log }: Services,
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
