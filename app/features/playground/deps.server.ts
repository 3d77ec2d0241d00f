import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { GeneratorServices } from '~/features/generator/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { SessionsServices } from '~/features/sessions/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the playground use cases; each takes a part of them. */
export type PlaygroundDeps = Pick<CoreServices, 'clock' | 'env' | 'prisma'> &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'> &
  GeneratorServices &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices &
  SessionsServices;
