import type { CoreServices } from '~/core/core-services';
import type { BaiqlServices } from '~/features/baiql/index.server';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { ModelsServices } from '~/features/models/index.server';
import type { OperationsServices } from '~/features/operations/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the diagnostics use cases; each takes a part of them. */
export type DiagnosticsDeps = Pick<
  CoreServices,
  'env' | 'log' | 'clock' | 'siteUrl' | 'prisma' | 'database' | 'proxyWatch'
> &
  Pick<IntegrationServices, 'mailer' | 'providers'> &
  BaiqlServices &
  Pick<CompletionsServices, 'catalogue'> &
  Pick<LedgerServices, 'bookings'> &
  ModelsServices &
  OperationsServices;
