import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { OperationsServices } from '~/features/operations/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the transcription use cases; each takes a part of them. */
export type TranscriptionDeps = Pick<CoreServices, 'env' | 'log' | 'apiKeys'> &
  Pick<IntegrationServices, 'providers' | 'documents'> &
  Pick<CompletionsServices, 'catalogue' | 'runningCompletions' | 'seats'> &
  Pick<LedgerServices, 'ledger' | 'bookings'> &
  OperationsServices &
  PreferencesServices;
