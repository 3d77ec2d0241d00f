import type { CoreServices } from '~/core/core-services';
import type { AccountsServices } from '~/features/accounts/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { MailsServices } from '~/features/mails/index.server';
import type { ModerationServices } from '~/features/moderation/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { PromptSearch } from './store/prompt-search';

/** What prompts offers to other features. */
export interface PromptsServices {
  promptSearch: PromptSearch;
}

/** Dependencies of the prompts use cases; each takes a part of them. */
export type PromptsDeps = Pick<
  CoreServices,
  'log' | 'clock' | 'siteUrl' | 'prisma' | 'paymentMutex' | 'deferredWrites' | 'mailQueueKey'
> &
  Pick<IntegrationServices, 'mailer'> &
  Pick<AccountsServices, 'background'> &
  Pick<LedgerServices, 'ledger'> &
  MailsServices &
  ModerationServices &
  PromptsServices &
  PreferencesServices;
