import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { ModerationServices } from '~/features/moderation/index.server';
import type { OperationsServices } from '~/features/operations/index.server';
import type { PreferencesServices, PreferencesDeps } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { Catalogue } from './catalogue.server';
import type { SettledCompletion } from './settled-completion';
import type { RunningCompletions } from './running-completions.server';

/** Services that completions offers to other features. */
export interface CompletionsServices {
  catalogue: Catalogue;
  runningCompletions: RunningCompletions;
  /** After each completion of a client: what other features do about it. */
  onCompletionSettled: (completion: SettledCompletion) => Promise<void>;
  /** Whether a user has a seat in a team; looked up before every paid completion. */
  seats: { has(userId: string): Promise<boolean> };
}

/** Dependencies of the completions use cases; each takes a part of them. */
export type CompletionsDeps = Pick<
  CoreServices,
  'env' | 'log' | 'clock' | 'prisma' | 'vendorKey' | 'apiKeys'
> &
  Pick<IntegrationServices, 'providers' | 'documents'> &
  CompletionsServices &
  Pick<LedgerServices, 'ledger' | 'bookings'> &
  ModerationServices &
  OperationsServices &
  PreferencesServices &
  Pick<PreferencesDeps, 'content'>;
