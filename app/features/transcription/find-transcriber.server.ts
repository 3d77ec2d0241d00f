import type { Transcriber } from '@promptwell/ai-providers';
import type { TranscriptionOffer } from '~/features/attachments/index.server';
import type { TranscriptionModel } from '~/features/completions/index.server';
import type { TranscriptionDeps } from './deps.server';

type Deps = Pick<TranscriptionDeps, 'providers' | 'catalogue'>;

interface FoundTranscriber {
  model: TranscriptionModel;
  transcriber: Transcriber;
}

/** The first listed transcription model whose provider is set up; undefined if none. */
export async function findTranscriber({ catalogue, providers }: Deps): Promise<FoundTranscriber | undefined> {
  for (const model of await catalogue.transcribers()) {
    const transcriber = providers.transcriber(model.provider);
    if (transcriber) return { model, transcriber };
  }
  return undefined;
}

/** The transcription offer as pages show it before anything is paid. */
export async function transcriptionOffer(services: Deps): Promise<TranscriptionOffer | null> {
  const found = await findTranscriber(services);
  if (!found) return null;
  const { displayName, providerName, minuteFeeMicroUsd } = found.model;
  return { displayName, providerName, minuteFeeMicroUsd: Number(minuteFeeMicroUsd) };
}
