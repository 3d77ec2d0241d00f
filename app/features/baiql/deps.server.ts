import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { DocsServices } from '~/features/docs/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { ModerationServices } from '~/features/moderation/index.server';
import type { OperationsServices } from '~/features/operations/index.server';
import type { PreferencesServices, PreferencesDeps } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { Baiql } from './create-baiql.server';

/** Services that BAIQL offers to other features. */
export interface BaiqlServices {
  baiql: Baiql;
}

/** Dependencies of the baiql use cases; each takes a part of them. */
export type BaiqlDeps = Pick<
  CoreServices,
  'env' | 'log' | 'clock' | 'steadyClock' | 'prisma' | 'inFlightRequests' | 'vendorKey' | 'apiKeys'
> &
  Pick<IntegrationServices, 'providers' | 'documents'> &
  BaiqlServices &
  CompletionsServices &
  DocsServices &
  LedgerServices &
  ModerationServices &
  OperationsServices &
  PreferencesServices &
  Pick<PreferencesDeps, 'content'>;
