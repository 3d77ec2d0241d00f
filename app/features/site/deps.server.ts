import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** What the use cases of site need, each a part of it. */
export type SiteDeps = Pick<CoreServices, 'env'> &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'>;
