import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { ProviderKeys } from './provider-keys.server';

/** What models offers to other features. */
export interface ModelsServices {
  providerKeys: ProviderKeys;
}

/** What the use cases of models need, each a part of it. */
export type ModelsDeps = Pick<CoreServices, 'env' | 'log' | 'clock' | 'prisma'> &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'> &
  ModelsServices &
  PreferencesServices;
