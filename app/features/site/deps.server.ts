import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the site use cases; each takes a part of them. */
export type SiteDeps = Pick<CoreServices, 'env'> &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'>;
