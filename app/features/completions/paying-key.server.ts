import { DomainError } from '~/core/shared/errors';
import type { UserWithRoles } from '~/core/server/session.server';
import type { PayingKey } from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';

/** A model by its names. */
interface NamedModel {
  provider: string;
  model: string;
}

interface KeyForModels extends PayingKey {
  allows(model: NamedModel): boolean;
}

/**
 * The API key that pays for a request, with its limits as they are now: it may have been changed or revoked since the
 * request or run began. Undefined if the request is paid without a key.
 * @throws DomainError `invalid_api_key`, `keys_forbidden`, or `key_model_not_allowed` for a model that the key may not use
 */
export async function findPayingKey(
  { apiKeys }: Pick<CompletionsDeps, 'apiKeys'>,
  key: UserWithRoles['apiKey'],
  wanted: NamedModel,
): Promise<KeyForModels | undefined> {
  if (!key) return undefined;
  const limits = await apiKeys.limitsOf(key.id);
  if (!limits)
    throw new DomainError('unauthenticated', 'The API key that pays for this is revoked or has expired.', {
      code: 'invalid_api_key',
    });
  const { models, ...caps } = limits;
  const allows = ({ provider, model }: NamedModel): boolean =>
    models === null || models.includes(`${provider}/${model}`);
  if (!allows(wanted))
    throw new DomainError(
      'forbidden',
      `This API key may not use ${wanted.provider}/${wanted.model}. Choose one of its models, or add this one under Settings, API keys.`,
      { code: 'key_model_not_allowed' },
    );
  return { id: key.id, ...caps, allows };
}
