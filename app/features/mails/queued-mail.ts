import type { Mail } from '~/integrations/mail/index.server';
import type { QueuedMailKind } from './mail-kinds';

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
export type ComposeMail<Deps> = (deps: Deps, mail: QueuedMail) => Promise<Mail | undefined>;

/** One for each kind, bound at boot to what it needs. */
export type MailComposers = Readonly<Record<QueuedMailKind, (mail: QueuedMail) => Promise<Mail | undefined>>>;
