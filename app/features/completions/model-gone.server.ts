import type { ProviderFailure } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';
import type { GoneModel } from './catalogue.server';

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
