import type { Mail } from '~/integrations/mail/index.server';
import type { QueuedMailKind } from './mail-kinds';

export interface MailKey {
  userId: string;
  kind: string;
  about: string;
}

/**
 * Data that a mail's text needs besides its key. Sealed in the queue, because `returnTo` may hold an invitation's
 * token.
 */
export interface MailDetails {
  returnTo?: string | undefined;
  registrationId?: string | undefined;
  newEmail?: string | undefined;
  sessionId?: string | undefined;
  /** A sign-in provider's label. */
  provider?: string | undefined;
  invitationId?: string | undefined;
  endedSessions?: boolean | undefined;
}

export interface QueuedMail {
  userId: string;
  about: string;
  /** The recipient, if not the user's address. */
  recipient: string | null;
  details: MailDetails;
}

/** Composes a mail for each attempt, with new links; undefined if it is obsolete. */
export type ComposeMail<Deps> = (deps: Deps, mail: QueuedMail) => Promise<Mail | undefined>;

/** One composer per kind, bound to its dependencies at boot. */
export type MailComposers = Readonly<Record<QueuedMailKind, (mail: QueuedMail) => Promise<Mail | undefined>>>;
