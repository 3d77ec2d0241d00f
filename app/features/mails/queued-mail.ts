import type { AccountMail } from '~/features/accounts';
import type { AlertMail } from '~/features/alerts';
import type { NotificationMail } from '~/features/notifications';
import type { TeamMail } from '~/features/teams';
import type { Mail } from '~/integrations/mail/index.server';
import type { Services } from '~/services';

export type QueuedMailKind = AccountMail | AlertMail | NotificationMail | TeamMail;

export interface MailKey {
  userId: string;
  kind: string;
  about: string;
}

/** What a mail's text needs besides its key. Sealed in the queue: `returnTo` may hold an invitation's token. */
export interface MailDetails {
  returnTo?: string | undefined;
  registrationId?: string | undefined;
  newEmail?: string | undefined;
  sessionId?: string | undefined;
}

export interface QueuedMail {
  userId: string;
  about: string;
  /** Where it goes if that isn't the user's address. */
  recipient: string | null;
  details: MailDetails;
}

/** Makes a mail at each attempt, with new links; undefined when there is nothing to say any more. */
export type ComposeMail = (services: Services, mail: QueuedMail) => Promise<Mail | undefined>;

export type MailComposers = Readonly<Record<QueuedMailKind, ComposeMail>>;
