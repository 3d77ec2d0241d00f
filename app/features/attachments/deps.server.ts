import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the attachments use cases; each takes a part of them. */
export type AttachmentsDeps = Pick<CoreServices, 'env'> &
  Pick<IntegrationServices, 'documents'> &
  Pick<LedgerServices, 'ledger'>;
