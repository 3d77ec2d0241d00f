import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** What the use cases of attachments need, each a part of it. */
export type AttachmentsDeps = Pick<CoreServices, 'env'> &
  Pick<IntegrationServices, 'documents'> &
  Pick<LedgerServices, 'ledger'>;
