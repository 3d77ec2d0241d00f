import type { CoreServices } from '~/core/core-services';
import type { AccountsDeps } from '~/features/accounts/index.server';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';

/** What the use cases of api-keys need, each a part of it. */
export type ApiKeysDeps = AccountsDeps &
  Pick<CoreServices, 'clock' | 'prisma' | 'apiKeys'> &
  Pick<CompletionsServices, 'catalogue'> &
  Pick<LedgerServices, 'ledger'>;
