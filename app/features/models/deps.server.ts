import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { ProviderKeys } from './provider-keys.server';

/** Services that models offers to other features. */
export interface ModelsServices {
  providerKeys: ProviderKeys;
}

/** Dependencies of the models use cases; each takes a part of them. */
export type ModelsDeps = Pick<CoreServices, 'env' | 'log' | 'clock' | 'prisma'> &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'> &
  ModelsServices &
  PreferencesServices;
