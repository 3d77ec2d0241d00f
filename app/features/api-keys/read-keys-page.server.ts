import type { Actor } from '~/core/server/session.server';
import { readOwnerProof } from '~/features/accounts/index.server';
import { listModels, type CompletionsServices } from '~/features/completions/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { ApiKeysDeps } from './deps.server';
import { listKeys } from './list-keys.server';

type Deps = ApiKeysDeps &
  PreferencesServices &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'>;

/** The user's keys, and what the forms and examples on the page need. */
export async function readKeysPage(services: Deps, actor: Actor) {
  const [{ items }, proof, providers, { PreferredTimezone }, denial] = await Promise.all([
    listKeys(services, actor),
    readOwnerProof(services, actor),
    listModels(services),
    services.preferences.read(actor.userId),
    services.apiKeys.denialFor(actor),
  ]);
  const models = providers.flatMap(({ provider, models: own }) =>
    own.map(({ model, displayName }) => ({ id: `${provider}/${model}`, label: displayName })),
  );
  return {
    keys: items,
    denial: denial ?? null,
    proof,
    models,
    siteUrl: services.siteUrl(),
    timeZone: PreferredTimezone,
  };
}
