import type { EncodingChoice, OcrSummary } from './responses';
import {
  hasPages,
  kindOfFile,
  maxBytesOf,
  tooLargeMessage,
  unsupportedMessage,
  type FileKind,
} from './limits';

export interface Picture {
  base64: string;
  mimeType: string;
}

/** An attached file and its content. */
export interface Attachment {
  id: string;
  file: File;
  name: string;
  kind: FileKind;
  state: 'reading' | 'transcribing' | 'ready' | 'failed';
  /** Why it can't be sent, as a sentence. */
  problem?: string | undefined;
  text: string;
  ocrUsed: boolean;
  /** How OCR read the text. */
  ocr?: OcrSummary | null | undefined;
  /** What of it could not be read, and what to do; a sentence. */
  notice?: string | undefined;
  /** The encoding that was chosen for a text. */
  encoding?: string | undefined;
  /** What to choose from, if the encoding of the text is a guess. */
  encodingChoice?: EncodingChoice | undefined;
  /** The files that are attached to an email. */
  attached?: readonly File[] | undefined;
  /** The image itself, or pages of a PDF or a TIFF. */
  pictures: readonly Picture[];
  /** Of a recording, in seconds. */
  durationSec?: number | undefined;
  /** What the transcription cost, in micro-dollars. */
  paidMicroUsd?: number | undefined;
  /** Of a PDF or a TIFF. */
  pageCount?: number | undefined;
  /** Of a PDF or a TIFF: the selected pages; by default the first 20. */
  pages?: { from: number; to: number } | undefined;
  include: boolean;
  useExtract: boolean;
  useVision: boolean;
}

/** Properties of the model that determine how files are sent. */
interface ReceivingModel {
  displayName: string;
  takesImages: boolean;
  contextTokens?: number | undefined;
  tokensPerImage: number;
}

export interface SendingRules {
  isFreePlan: boolean;
  model: ReceivingModel;
  /** The plan's limit for the whole request. */
  maxCharacters: number;
  /** Reserved for the prompt and the output. */
  promptCharacters: number;
  maxOutputTokens: number;
  estimateTokens: (text: string) => number;
}

/** What is sent of a file. */
export interface Sending {
  id: string;
  text: string;
  /** Characters cut off at the end. */
  cutCharacters: number;
  pictures: readonly Picture[];
  tokens: number;
  /** Why less is sent than expected. */
  note?: string | undefined;
}

/** The server's limit per file. */
const MAX_TEXT_CHARACTERS = 400_000;
/** Average in Latin scripts; more cautious than the server's own check. */
const CHARACTERS_PER_TOKEN = 4;

/** Splits files into those that may be attached, and problems with the others. */
export function acceptFiles<File extends { name: string; size: number }>(
  files: readonly File[],
  { attached, maxFiles, isFreePlan }: { attached: number; maxFiles: number; isFreePlan: boolean },
): { taken: { file: File; kind: FileKind }[]; problems: string[] } {
  const taken: { file: File; kind: FileKind }[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const kind = kindOfFile(file.name);
    if (kind === undefined) problems.push(unsupportedMessage(file.name));
    else if (file.size > maxBytesOf(kind)) problems.push(tooLargeMessage(file.name, kind));
    else if (file.size === 0) problems.push(`${file.name} is empty.`);
    else if (attached + taken.length >= maxFiles)
      problems.push(tooManyMessage(file.name, maxFiles, isFreePlan));
    else taken.push({ file, kind });
  }
  return { taken, problems };
}

const tooManyMessage = (name: string, maxFiles: number, isFreePlan: boolean): string =>
  `${name} was skipped: ${isFreePlan ? 'the Free plan allows' : 'you can send'} up to ${String(maxFiles)} files per request.`;

/** What is sent of each file, in order. If the request would get too long, the last texts are cut off. */
export function planSending(attachments: readonly Attachment[], rules: SendingRules): Sending[] {
  const { model, isFreePlan, estimateTokens } = rules;
  const canSee = model.takesImages && !isFreePlan;
  let room = roomForTexts(rules);
  return attachments.map((attachment): Sending => {
    const { id, include, useExtract, useVision } = attachment;
    const isSent = include && attachment.state === 'ready';
    const whole = isSent && useExtract ? attachment.text : '';
    const text = cutAt(whole, Math.min(room, MAX_TEXT_CHARACTERS));
    room -= text.length;
    const pictures = isSent && useVision && canSee ? attachment.pictures : [];
    return {
      id,
      text,
      pictures,
      cutCharacters: whole.length - text.length,
      tokens: (text === '' ? 0 : estimateTokens(text)) + pictures.length * model.tokensPerImage,
      note: isSent ? noteOf(attachment, { text, pictures }, rules) : undefined,
    };
  });
}

function roomForTexts({ maxCharacters, model, promptCharacters, maxOutputTokens }: SendingRules): number {
  const ofModel =
    model.contextTokens === undefined
      ? Infinity
      : (model.contextTokens - maxOutputTokens) * CHARACTERS_PER_TOKEN;
  return Math.max(0, Math.min(maxCharacters, ofModel) - promptCharacters);
}

/** Doesn't split a surrogate pair. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : Math.max(0, length));
}

function noteOf(
  { text: found, pictures: drawn, kind, useExtract, useVision }: Attachment,
  sent: Pick<Sending, 'text' | 'pictures'>,
  { model, isFreePlan }: SendingRules,
): string | undefined {
  if (sent.text !== '' || sent.pictures.length > 0) return undefined;
  if (drawn.length > 0 && useVision && isFreePlan) {
    return found === ''
      ? 'Images require Pro. Read the text with OCR to send it.'
      : 'Images require Pro. Turn on “Send text” to send what was read.';
  }
  if (drawn.length > 0 && useVision && !model.takesImages) {
    return `${model.displayName} doesn’t read images. Choose another model, or read the text with OCR.`;
  }
  // The row itself offers the transcription.
  if (kind === 'audio' && found === '') return undefined;
  if (found !== '' && useExtract) return 'None of its text fits in this request.';
  return found === '' && kind !== 'image'
    ? 'No text was found in this file.'
    : 'With these settings, nothing in this file will be sent.';
}

export interface OmittedFile {
  name: string;
  /** Why nothing of it is sent. */
  note: string;
}

/** Included files of which nothing would be sent under these rules. */
export function leftOutFor(attachments: readonly Attachment[], rules: SendingRules): OmittedFile[] {
  return planSending(attachments, rules).flatMap(({ note }, index) => {
    const { name } = attachments[index] ?? {};
    return note === undefined || name === undefined ? [] : [{ name, note }];
  });
}

/** Why the request can't be sent with these files yet; otherwise a missing file might go unnoticed. */
export function sendBlockerOf(
  attachments: readonly Pick<Attachment, 'name' | 'kind' | 'state' | 'text' | 'include'>[],
  { canTranscribe }: { canTranscribe: boolean },
): string | undefined {
  const included = attachments.filter(({ include }) => include);
  if (included.some(({ state }) => state === 'reading')) return 'Reading files…';
  if (included.some(({ state }) => state === 'transcribing')) return 'Transcribing…';
  const failed = included.find(({ state }) => state === 'failed');
  if (failed) return `Remove or uncheck ${failed.name}.`;
  const silent = included.find(({ kind, text }) => kind === 'audio' && text === '');
  if (!silent) return undefined;
  return `${canTranscribe ? 'Transcribe' : 'Remove'} or uncheck ${silent.name}.`;
}

/** An attachment in the request of POST /api/ai/complete. */
export interface SentAttachment {
  name: string;
  mimeType?: string | undefined;
  text?: string | undefined;
  base64?: string | undefined;
  pageImages?: string[] | undefined;
  useVision?: boolean | undefined;
}

/** The attachments of a request, without those that have nothing to send. */
export function toRequest(
  attachments: readonly Attachment[],
  sendings: readonly Sending[],
): SentAttachment[] {
  return attachments.flatMap((attachment, index): SentAttachment[] => {
    const { text = '', pictures = [] } = sendings[index] ?? {};
    const [picture] = pictures;
    if (text === '' && !picture) return [];
    const words = text === '' ? {} : { text };
    if (!picture) return [{ name: attachment.name, ...words }];
    if (hasPages(attachment.kind)) {
      return [
        {
          name: attachment.name,
          ...words,
          useVision: true,
          pageImages: pictures.map(({ base64 }) => base64),
        },
      ];
    }
    return [{ name: attachment.name, ...words, ...picture, useVision: true }];
  });
}
