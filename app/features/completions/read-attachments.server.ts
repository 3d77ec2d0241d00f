import { MAX_PIXELS, imageSize } from '@promptwell/documents';
import type { FilePart } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';
import type { Plan } from '~/core/shared/permissions';
import type { UserWithRoles } from '~/core/server/session.server';
import { kindOfFile, readDocument } from '~/features/attachments/index.server';
import type { CompletionsDeps } from './deps.server';
import type { CatalogueModel } from './catalogue.server';
import type { Attachment, CompleteRequest } from './schema';

type Deps = Pick<CompletionsDeps, 'env' | 'documents' | 'ledger'>;

/** Image formats that all vendors' vision models accept. */
const SENT_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif']);
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
/** Base64 characters to search for the image size, which is nearly always near the start. */
const BEGINNING_CHARACTERS = 256 * 1024;

/** The parts of files that are sent: texts in order, and images. */
export interface Attached {
  texts: readonly { name: string; text: string }[];
  images: readonly FilePart[];
}

type VisionModel = Pick<CatalogueModel, 'displayName' | 'takesImages'>;

export const includedAttachments = ({ attachments }: Pick<CompleteRequest, 'attachments'>): Attachment[] =>
  attachments.filter(({ include }) => include);

const hasText = ({ text, useExtract }: Attachment): boolean =>
  useExtract && text !== undefined && text.trim() !== '';

/** Whether the file is sent as an image: if requested, otherwise if it has no text. */
const isSentAsImage = (attachment: Attachment): boolean => attachment.useVision ?? !hasText(attachment);

/** Whether the server has to extract the file's text. */
function needsExtraction({ name, text, base64, useExtract, mimeType }: Attachment): boolean {
  if (!useExtract || base64 === undefined || (text !== undefined && text.trim() !== '')) return false;
  const kind = kindOfFile(name);
  if (kind === 'image' || mimeType?.startsWith('image/') === true) return false;
  return kind !== undefined;
}

/** Whether the free plan allows these files. */
export const fitsFreePlan = (request: CompleteRequest, maxAttachments: number): boolean => {
  const files = includedAttachments(request);
  return files.length <= maxAttachments && !needsPaidPlan(files);
};

const needsPaidPlan = (files: ReturnType<typeof includedAttachments>): boolean =>
  files.some(
    (file) =>
      file.pageStart !== undefined ||
      file.pageEnd !== undefined ||
      (file.pageImages ?? []).length > 0 ||
      (!hasText(file) && !needsExtraction(file)) ||
      (file.base64 !== undefined && file.useVision === true),
  );

/** Images and page ranges require a paid plan; the number of files is limited on every plan. */
export function refuseFilesBeyondPlan(request: CompleteRequest, plan: Plan, maxAttachments: number): void {
  const files = includedAttachments(request);
  if (plan === 'free' && needsPaidPlan(files)) {
    throw new DomainError('forbidden', 'Access denied. PaidUser role required.', {
      code: 'paid_user_required',
    });
  }
  if (files.length > maxAttachments) {
    throw attachmentInvalid({ reason: `At most ${String(maxAttachments)} files per request.` });
  }
}

/**
 * Extracts texts and validates images. Each file must be of its declared kind and have something to send.
 * @throws DomainError `attachment_invalid`, before anything is charged
 */
export async function readAttachments(
  services: Deps,
  actor: UserWithRoles,
  request: CompleteRequest,
  { model, signal }: { model: VisionModel; signal?: AbortSignal | undefined },
): Promise<Attached> {
  const texts: { name: string; text: string }[] = [];
  const images: FilePart[] = [];
  for (const file of includedAttachments(request)) {
    const text = needsExtraction(file)
      ? await readText(services, actor, file, { ...request, signal })
      : file.text;
    const pictures = needsExtraction(file) ? [] : picturesOf(file, model);
    if (file.useExtract && text !== undefined && text.trim() !== '') texts.push({ name: file.name, text });
    else if (pictures.length === 0) throw nothingToSend(file.name);
    for (const picture of pictures) images.push(picture);
  }
  return { texts, images };
}

function picturesOf(file: Attachment, { takesImages, displayName }: VisionModel): FilePart[] {
  if (!isSentAsImage(file)) return [];
  // Otherwise the user would pay for images the model ignores.
  if (!takesImages && (file.base64 !== undefined || file.pageImages?.length)) {
    throw attachmentInvalid({ reason: `${displayName} doesn’t read images.` });
  }
  const pages = (file.pageImages ?? []).map((base64, index) =>
    pictureOf({ base64, name: `${file.name}, page ${String(index + 1)}` }),
  );
  const isInternalImage = file.base64 !== undefined && kindOfFile(file.name) !== 'pdf';
  // A file requested as an image must be one. A PDF that comes with page images isn't sent twice.
  return isInternalImage || pages.length === 0 ? [pictureOf(file), ...pages] : pages;
}

async function readText(
  services: Deps,
  actor: UserWithRoles,
  { name, base64 = '', pageStart, pageEnd }: Attachment,
  {
    ocrIfEmpty = false,
    ocrLangs = 'eng',
    signal,
  }: Pick<CompleteRequest, 'ocrIfEmpty' | 'ocrLangs'> & { signal: AbortSignal | undefined },
): Promise<string> {
  assertBase64(name, base64);
  if (kindOfFile(name) === 'audio') {
    const reason = 'It’s a recording. Get its text from POST /api/ai/transcribe, and attach that.';
    throw attachmentInvalid({ attachment: name, reason });
  }
  const document = {
    name,
    ocr: ocrIfEmpty,
    langs: ocrLangs,
    from: pageStart,
    to: pageEnd,
    pieces: [Buffer.from(base64, 'base64')],
    signal,
  };
  const { text } = await readDocument(services, actor, document).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'attachment_invalid') throw error;
    throw attachmentInvalid({ attachment: name, reason: error.message }, error);
  });
  return text;
}

const nothingToSend = (name: string): DomainError =>
  attachmentInvalid({
    attachment: name,
    reason: 'It has neither text nor an image in PNG, JPEG, WebP or GIF.',
  });

/**
 * An image in a format that all vendors' vision models accept. The format is detected from the bytes, so a web page or
 * program named as an image is rejected before anything is sent or charged.
 */
export function pictureOf({ base64, name }: Pick<Attachment, 'name' | 'base64'>): FilePart {
  if (base64 === undefined) throw nothingToSend(name);
  assertBase64(name, base64);
  if ((base64.length * 3) / 4 > MAX_PICTURE_BYTES) {
    throw attachmentInvalid({ attachment: name, reason: `File too large: ${name} exceeds 20 MB.` });
  }
  const size = sizeOf(base64.slice(0, BEGINNING_CHARACTERS)) ?? sizeOf(base64);
  if (!size || !SENT_FORMATS.has(size.format) || size.width * size.height === 0) throw nothingToSend(name);
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

const attachmentInvalid = (data: Readonly<Record<string, string>>, cause?: unknown): DomainError =>
  new DomainError('invalid', 'Attachment rejected. Please check file type/size.', {
    code: 'attachment_invalid',
    data,
    cause,
  });

const sizeOf = (base64: string) => imageSize(Buffer.from(base64, 'base64'));

/** Searches for invalid characters, because matching all 20 MB would overflow the regular expression's stack. */
function assertBase64(name: string, text: string): void {
  const end = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length;
  const content = text.slice(0, end);
  if (content === '') throw nothingToSend(name);
  if (/[^A-Za-z0-9+/]/.test(content))
    throw attachmentInvalid({
      attachment: name,
      reason: 'It isn’t in base64. Line breaks and what a data URL begins with are not part of it.',
    });
}
