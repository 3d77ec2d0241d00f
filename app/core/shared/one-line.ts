/** What no name has: it goes into mails, where another line could say something in our name. */
export const LINE_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
