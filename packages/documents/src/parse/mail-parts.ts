import PostalMime, { type Attachment, type Email } from 'postal-mime';

/** An email (RFC 5322) with what is attached to it. */
export interface Mail {
  readonly headers: readonly { readonly label: string; readonly value: string }[];
  /** The body as HTML; null if it is text only. */
  readonly html: string | null;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** Emails that are attached. */
  readonly mails: readonly Mail[];
  /** Whether attached emails were left out, being too deep. */
  readonly hasMore: boolean;
}

export interface MailAttachment {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Emails in emails in an email. */
const MAX_DEPTH = 3;
/** Parts in parts; real emails have five or six. */
const MAX_NESTING = 50;
const LABELS = ['From', 'To', 'Cc', 'Date', 'Subject'] as const;
const NESTED = 'message/rfc822';

/** Parses an email, in browsers too; null if it has no header. @throws Error if its parts are nested too deep */
export async function parseMail(bytes: Uint8Array, depth = 1): Promise<Mail | null> {
  const email = await new PostalMime({
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
  }).parse(new Uint8Array(bytes));
  const headers = readHeaders(email);
  if (headers.length === 0) return null;
  const nested = email.attachments.filter(({ mimeType }) => mimeType === NESTED);
  const mails: Mail[] = [];
  for (const { content } of depth < MAX_DEPTH ? nested : []) {
    const mail = await parseMail(bytesOf(content), depth + 1);
    if (mail) mails.push(mail);
  }
  return {
    headers,
    html: email.html ?? null,
    text: email.text ?? '',
    attachments: email.attachments.filter((each) => !nested.includes(each)).map(toAttachment),
    mails,
    hasMore: depth >= MAX_DEPTH && nested.length > 0,
  };
}

/** All files that are attached to an email, and to the emails in it. */
export const mailAttachments = ({ attachments, mails }: Mail): MailAttachment[] => [
  ...attachments,
  ...mails.flatMap(mailAttachments),
];

function readHeaders({ headers, from, to, cc, subject }: Email): { label: string; value: string }[] {
  const values: Record<(typeof LABELS)[number], string | undefined> = {
    From: addressesOf(from ? [from] : []),
    To: addressesOf(to ?? []),
    Cc: addressesOf(cc ?? []),
    // As the sender's clock had it.
    Date: headers.find(({ key }) => key === 'date')?.value,
    Subject: subject,
  };
  return LABELS.flatMap((label) => {
    const value = values[label]?.replace(/\s+/gu, ' ').trim() ?? '';
    return value === '' ? [] : [{ label, value }];
  });
}

type Address = NonNullable<Email['from']>;

function addressesOf(addresses: readonly Address[]): string {
  const one = ({ name, address, group }: Address): string => {
    if (group) return `${name}: ${addressesOf(group)};`;
    return name === '' || name === address ? address : `${name} <${address}>`;
  };
  return addresses.map(one).join(', ');
}

function toAttachment({ filename, mimeType, content }: Attachment, index: number): MailAttachment {
  const name = (filename ?? '').replace(/[\\/\p{Cc}]+/gu, ' ').trim();
  const extension = mimeType.replace(/^.*\//u, '').replace(/[^a-z0-9].*$/iu, '');
  return {
    name: name === '' ? `attachment ${String(index + 1)}.${extension}` : name,
    mimeType,
    bytes: bytesOf(content),
  };
}

const bytesOf = (content: Attachment['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);
