import { DocumentError } from '../document-error.js';
import { htmlToText } from './html-text.js';
import { parseMail, type Mail } from './mail-parts.js';

/** More attachments are counted only. */
const MAX_NAMED = 20;

/**
 * An email as text: its header, its body as people see it, and the emails that were forwarded with it.
 * @throws DocumentError `mismatch`, `damaged`.
 */
export async function readMail(
  name: string,
  bytes: Uint8Array,
): Promise<{ text: string; notices: string[] }> {
  const mail = await parseMail(bytes).catch((error: unknown) => {
    throw new DocumentError('damaged', `${name} is damaged or not an email.`, { cause: error });
  });
  if (mail === null) throw new DocumentError('mismatch', `${name} is not an email: it has no header.`);
  const attached = namesOf(mail);
  return {
    text: mailText(mail),
    notices: [
      ...(attached.length === 0 ? [] : [describeAttachments(name, attached)]),
      ...(isTooDeep(mail) ? [`${name} has emails in emails in emails: the innermost were left out.`] : []),
    ],
  };
}

function mailText(mail: Mail): string {
  const header = mail.headers.map(({ label, value }) => `${label}: ${value}`);
  const attached = mail.attachments.map(({ name }) => name);
  if (attached.length > 0) header.push(`Attachments: ${listOf(attached)}`);
  const body = mail.html === null ? mail.text : htmlToText(mail.html);
  const forwarded = mail.mails.map((each) => `[Attached email]\n\n${mailText(each)}`);
  return [header.join('\n'), body.replace(/\r\n?/gu, '\n').trim(), ...forwarded]
    .filter((part) => part !== '')
    .join('\n\n');
}

const namesOf = ({ attachments, mails }: Mail): string[] => [
  ...attachments.map(({ name }) => name),
  ...mails.flatMap(namesOf),
];

const isTooDeep = ({ hasMore, mails }: Mail): boolean => hasMore || mails.some(isTooDeep);

function listOf(names: readonly string[]): string {
  const left = names.length - MAX_NAMED;
  const named = left > 0 ? [...names.slice(0, MAX_NAMED), `${String(left)} more`] : names;
  return named.join(', ');
}

const describeAttachments = (name: string, attached: readonly string[]): string =>
  attached.length === 1
    ? `${name} has an attachment that wasn’t read: ${listOf(attached)}. Add it as a file of its own.`
    : `${name} has attachments that weren’t read: ${listOf(attached)}. Add them as files of their own.`;
