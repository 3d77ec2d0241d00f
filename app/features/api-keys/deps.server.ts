import type { CoreServices } from '~/core/core-services';
import type { AccountsDeps } from '~/features/accounts/index.server';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';

/** Dependencies of the api-keys use cases; each takes a part of them. */
export type ApiKeysDeps = AccountsDeps &
  Pick<CoreServices, 'clock' | 'prisma' | 'apiKeys'> &
  Pick<CompletionsServices, 'catalogue'> &
  Pick<LedgerServices, 'ledger'>;
