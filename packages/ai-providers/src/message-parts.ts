import type { FilePart, Message, MessagePart } from './contract.js';

/** A part as text: text itself, a tool's result, or a file's extracted text under its name. */
export const textOf = (part: MessagePart): string | undefined => {
  if (part.type === 'text' || part.type === 'tool-result') return part.text;
  if (part.type === 'tool-call' || !('text' in part.data)) return undefined;
  return part.name === undefined ? part.data.text : `--- ${part.name} ---\n${part.data.text}`;
};

/** All text of a message. */
export const textOfMessage = ({ parts }: Message): string =>
  parts
    .map(textOf)
    .filter((text) => text !== undefined)
    .join('\n\n');

/** Binary parts, with their bytes. */
export const binariesOf = ({ parts }: Message): { part: FilePart; bytes: Uint8Array }[] =>
  parts.flatMap((part) =>
    part.type === 'file' && 'bytes' in part.data ? [{ part, bytes: part.data.bytes }] : [],
  );

export const isImage = ({ mimeType }: FilePart): boolean => mimeType.startsWith('image/');

export const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export const dataUrlOf = ({ mimeType }: FilePart, bytes: Uint8Array): string =>
  `data:${mimeType};base64,${base64Of(bytes)}`;
