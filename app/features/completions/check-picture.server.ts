import { MAX_PIXELS, pictureSize } from '@promptwell/documents';
import type { FilePart } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
/** In base64: what stands before a picture's size is nearly always shorter. */
const BEGINNING_CHARACTERS = 256 * 1024;

interface Picture {
  name: string;
  mimeType?: string | undefined;
  base64?: string | undefined;
}

/**
 * The picture of an attachment, of a kind that every vendor's vision models take. Its bytes say what it is, whatever
 * its name or type does: a web page or a program that is called a picture is refused before anything is sent or paid.
 */
export function pictureOf({ base64, mimeType, name }: Picture): FilePart {
  if (mimeType?.startsWith('image/') !== true || base64 === undefined || !isBase64(base64))
    throw noPicture(name);
  if ((base64.length * 3) / 4 > MAX_PICTURE_BYTES) {
    throw attachmentInvalid({ attachment: name, reason: `File too large: ${name} exceeds 20 MB.` });
  }
  const size = sizeOf(base64.slice(0, BEGINNING_CHARACTERS)) ?? sizeOf(base64);
  if (!size || size.width * size.height === 0) throw noPicture(name);
  if (size.width * size.height > MAX_PIXELS) {
    const megapixels = Math.floor(MAX_PIXELS / 1_000_000);
    throw attachmentInvalid({ attachment: name, reason: `${name} has more than ${megapixels} megapixels.` });
  }
  return {
    type: 'file',
    mimeType: `image/${size.format}`,
    name,
    pixels: { width: size.width, height: size.height },
    data: { bytes: Buffer.from(base64, 'base64') },
  };
}

export const attachmentInvalid = (data: Readonly<Record<string, string>>, cause?: unknown): DomainError =>
  new DomainError('invalid', 'Attachment rejected. Please check file type/size.', {
    code: 'attachment_invalid',
    data,
    cause,
  });

const noPicture = (name: string): DomainError =>
  attachmentInvalid({
    attachment: name,
    reason: 'It has neither text nor an image in PNG, JPEG, WebP or GIF.',
  });

const sizeOf = (base64: string) => pictureSize(Buffer.from(base64, 'base64'));

/** Looks for what is not base64: matching the whole of 20 MB would overflow the regular expression's stack. */
export const isBase64 = (text: string): boolean => {
  const end = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length;
  const content = text.slice(0, end);
  return content !== '' && !/[^A-Za-z0-9+/]/.test(content);
};
