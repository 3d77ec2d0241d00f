import { mailAttachments, parseMail } from '@promptwell/documents/mail-parts';

/** The files that are attached to an email; none if it can't be parsed, which the server says. */
export async function readAttachedFiles(file: Blob): Promise<File[]> {
  const mail = await parseMail(new Uint8Array(await file.arrayBuffer())).catch(() => null);
  return mail === null
    ? []
    : mailAttachments(mail).map(({ name, mimeType, bytes }) => new File([bytes], name, { type: mimeType }));
}
