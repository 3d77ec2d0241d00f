import type { CoreServices } from '~/core/core-services';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { MailComposers } from './queued-mail';

/** Services that mails offers to other features. */
export interface MailsServices {
  /** How each kind of queued mail is made, listed by the feature that it belongs to. */
  mailComposers: MailComposers;
}

/** Dependencies of the mails use cases; each takes a part of them. */
export type MailsDeps = Pick<
  CoreServices,
  'log' | 'clock' | 'prisma' | 'paymentMutex' | 'deferredWrites' | 'mailQueueKey'
> &
  Pick<IntegrationServices, 'mailer'> &
  MailsServices &
  PreferencesServices;
