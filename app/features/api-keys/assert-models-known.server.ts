import { DomainError } from '~/core/shared/errors';
import type { ApiKeysDeps } from './deps.server';

/** A misspelled model would make a key useless without a word. */
export async function assertModelsKnown(
  { catalogue }: Pick<ApiKeysDeps, 'catalogue'>,
  models: readonly string[] | null | undefined,
): Promise<void> {
  for (const name of models ?? []) {
    const slash = name.indexOf('/');
    if (await catalogue.find(name.slice(0, slash), name.slice(slash + 1))) continue;
    throw new DomainError(
      'invalid',
      `There is no model ${name} here. Choose from GET /api/ai/models, as provider/model.`,
      { code: 'unknown_model', field: 'models' },
    );
  }
}
