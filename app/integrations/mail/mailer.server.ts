import fs from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { Logger } from '~/core/server/logger.server';
import { renderHtml } from './html.server';
import { senderOf, type MailAddress, type SenderSettings } from './sender.server';

export interface Mail {
  to: MailAddress;
  /** The account it is about, if any. The mail is deleted with that account, even if its address has changed. */
  userId?: string;
  subject: string;
  /** Plain text. The HTML version is made from it. */
  text: string;
  /** One-click unsubscribe URL (RFC 8058). Opened in a browser, it asks for confirmation. */
  unsubscribe?: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail, or the file is written.
   * @throws RecipientRejectedError, MailServerUnavailableError
   */
  send(mail: Mail): Promise<void>;
  /** Deletes the stored mails of a deleted account, and those addressed to `address`. */
  forget(account: { userId: string; address?: string }): Promise<void>;
  close(): void;
}

interface MailSettings extends SenderSettings {
  SMTP_URL?: string | undefined;
  SMTP_ALLOW_PLAIN?: boolean;
  MAIL_LOGO_URL?: string | undefined;
  DATA_DIR: string;
}

/** Settings shared by all mails of this installation. */
interface MailDefaults {
  from: MailAddress;
  logoUrl: string | undefined;
}

/** The mailbox does not exist. Retrying would only harm the sender's reputation. */
export class RecipientRejectedError extends Error {
  override name = 'RecipientRejectedError';
}

/** The mail server is unreachable, too slow, or rejects our login, so no other mail would be accepted either. */
export class MailServerUnavailableError extends Error {
  override name = 'MailServerUnavailableError';
}

const TIMEOUT_MS = 20_000;
/** Nodemailer's codes of failures that have nothing to do with a recipient. */
const SERVER_FAULTS: ReadonlySet<unknown> = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
]);
/** Mailbox unknown, moved or invalid. A full one (552) is temporary. */
const NO_MAILBOX: ReadonlySet<unknown> = new Set([550, 551, 553]);
/** A policy of the mail server, e.g. about senders, not about the mailbox. */
const POLICY = /\b5\.7\.\d/;

/** How nodemailer's messages begin if a mail server does not support encryption. */
const NO_STARTTLS =
  /^(Error upgrading connection with|EHLO failed but HELO does not support required) STARTTLS/;
const PLAIN_HELP =
  'The mail server offers no encryption (STARTTLS). Use one that does, or set SMTP_ALLOW_PLAIN=true and restart: mails and the password then travel in plain text.';

/**
 * Sends mails to the SMTP server of the settings. Without one, each mail is written to an `.eml` file in DATA_DIR/mail.
 */
export function createMailer(settings: MailSettings, log: Logger): Mailer {
  const mailDefaults = { from: senderOf(settings), logoUrl: settings.MAIL_LOGO_URL };
  return settings.SMTP_URL === undefined
    ? fileMailer(path.join(settings.DATA_DIR, 'mail'), mailDefaults, log)
    : smtpMailer(settings.SMTP_URL, mailDefaults, settings.SMTP_ALLOW_PLAIN ?? false);
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function smtpMailer(address: string, mailDefaults: MailDefaults, allowsPlain: boolean): Mailer {
  const url = new URL(address);
  const requiresTls = url.protocol === 'smtp:' && !allowsPlain && !LOOPBACK.test(url.hostname);
  if (requiresTls) for (const name of ['ignoreTLS', 'requireTLS']) url.searchParams.delete(name);
  const transport = nodemailer.createTransport({
    url: url.href,
    ...(requiresTls ? { requireTLS: true } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(toMailOptions(mail, mailDefaults));
      } catch (error) {
        throw redactAddress(error, mail.to.address);
      }
    },
    forget: () => Promise.resolve(),
    close: () => {
      transport.close();
    },
  };
}

/**
 * Prepares an SMTP error for the log: removes the recipient's address and nodemailer's other fields, which repeat it.
 */
function redactAddress(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const responseCode = 'responseCode' in error ? error.responseCode : undefined;
  const isForGood = code === 'EENVELOPE' && NO_MAILBOX.has(responseCode) && !POLICY.test(error.message);
  const isPlain = NO_STARTTLS.test(error.message);
  const sentence = `${error.message.replaceAll(address, 'the address')}${isPlain ? `. ${PLAIN_HELP}` : ''}`;
  const Failure = isForGood
    ? RecipientRejectedError
    : SERVER_FAULTS.has(code)
      ? MailServerUnavailableError
      : Error;
  return Object.assign(new Failure(sentence), { code });
}

function fileMailer(directory: string, mailDefaults: MailDefaults, log: Logger): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(toMailOptions(mail, mailDefaults));
      await fs.mkdir(directory, { recursive: true, mode: 0o700 });
      const file = path.join(
        directory,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}${fileSuffixFor(mail.userId)}`,
      );
      const unfinished = `${file}.part`;
      try {
        await fs.writeFile(unfinished, message, { mode: 0o600 });
        await fs.rename(unfinished, file); // readers of the directory never see a partial mail
      } catch (error) {
        await fs.rm(unfinished, { force: true }); // e.g. the disk is full
        throw error;
      }
      log.info({ file }, 'no SMTP_URL is set: the mail was kept as a file');
    },
    forget: async ({ userId, address }) => {
      const names = await fs.readdir(directory).catch(() => []);
      for (const name of names.filter((each) => each.endsWith('.eml'))) {
        const file = path.join(directory, name);
        const isTheirs =
          name.endsWith(fileSuffixFor(userId)) ||
          (address !== undefined && (await isAddressedTo(file, address)));
        if (isTheirs) await fs.rm(file, { force: true });
      }
    },
    close: () => undefined,
  };
}

/** The file name ends with the id of the account. */
const fileSuffixFor = (userId: string | undefined): string =>
  `${userId === undefined ? '' : `_${userId}`}.eml`;

/** Long headers are folded: continuation lines begin with whitespace. */
async function isAddressedTo(file: string, address: string): Promise<boolean> {
  const [head = ''] = (await fs.readFile(file, 'utf8').catch(() => '')).split('\r\n\r\n', 1);
  const to = /^To:(.*)$/m.exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? '';
  return to === address || to.endsWith(`<${address}>`);
}

/** `to` is an address object: in a string, a comma or line break in a name could add recipients or headers. */
function toMailOptions(mail: Mail, { from, logoUrl }: MailDefaults) {
  const to = { name: toSingleLine(mail.to.name), address: mail.to.address };
  return {
    from,
    to,
    subject: toSingleLine(mail.subject),
    text: mail.text,
    html: renderHtml(mail.text, { name: from.name || 'Promptwell', logoUrl }),
    ...(mail.unsubscribe === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
