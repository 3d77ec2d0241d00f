import { isIP } from 'node:net';

export interface MailAddress {
  name: string;
  address: string;
}

export interface SenderSettings {
  MAIL_FROM?: string | undefined;
  APP_URL?: string | undefined;
}

/** The From address: MAIL_FROM, or no-reply at the host of APP_URL. */
export function senderOf({ MAIL_FROM: from, APP_URL: url }: SenderSettings): MailAddress {
  if (from !== undefined) return parseSender(from);
  const host = url === undefined ? 'localhost' : new URL(url).hostname;
  const isName = isIP(host.replace(/^\[|\]$/g, '')) === 0;
  return { name: 'Promptwell', address: `no-reply@${isName ? host : 'localhost'}` };
}

/** Parses `Name <address>` or a bare address. */
function parseSender(text: string): MailAddress {
  const match = /^\s*"?([^"<]*?)"?\s*<([^<>\s]+)>\s*$/.exec(text);
  return match ? { name: match[1] ?? '', address: match[2] ?? '' } : { name: '', address: text.trim() };
}
