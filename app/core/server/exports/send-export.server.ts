import { Readable } from 'node:stream';
import { WriterError } from '@promptwell/baiql-runtime/writers';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import { EXPORT_FORMATS, type ExportFormat } from '~/core/shared/export-formats';
import { planOf, type Funds } from '~/core/shared/permissions';
import { sendFile } from '../send-file.server';
import type { Actor } from '../session.server';
import type { InFlightRequests } from '../user-work.server';
import { MEDIA_TYPES, writeExport, type Export } from './write-export.server';

const [csv, ...otherFormats] = EXPORT_FORMATS;
const fileOf = (format: ExportFormat) => ({
  kind: 'file' as const,
  mediaType: MEDIA_TYPES[format].replace(/;.*/, ''),
  description: `With format=${format}.`,
});

/** The responses and errors of every call that exports. */
export const EXPORT_ANSWERS = { answer: fileOf(csv), otherAnswers: otherFormats.map(fileOf) };
export const EXPORT_ERRORS: Readonly<Record<string, ErrorKind>> = { export_too_large: 'too-large' };

interface ExportDeps {
  inFlightRequests: InFlightRequests;
  /** Decides the actor's plan. */
  ledger: { balance(userId: string): Promise<Funds> };
}

export interface ExportRequest extends Export {
  /** The requested format; free accounts get txt. */
  format: ExportFormat;
  signal: AbortSignal;
}

/** Responds with an export as a download, generated while it is sent. */
export async function sendExport(
  services: ExportDeps,
  actor: Actor,
  { format: wanted, signal, ...content }: ExportRequest,
): Promise<Response> {
  const plan = planOf(actor.roles, await services.ledger.balance(actor.userId));
  const format = plan === 'free' ? 'txt' : wanted;
  const chunks = writeExport(format, content);
  return sendFile(services, actor, {
    name: `${fileStem(content.title)}.${format}`,
    type: MEDIA_TYPES[format],
    stream: Readable.from(continueWith(await firstOf(chunks), chunks), { objectMode: false }),
    signal,
  });
}

/** Errors before the first chunk get their own response; later ones abort the download. */
async function firstOf(
  chunks: AsyncGenerator<string | Uint8Array>,
): Promise<IteratorResult<string | Uint8Array, unknown>> {
  try {
    return await chunks.next();
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    throw new DomainError(
      'too-large',
      'This is too long for one file of this format. Choose csv, json or txt.',
      {
        code: 'export_too_large',
        cause: error,
      },
    );
  }
}

async function* continueWith(
  first: IteratorResult<string | Uint8Array, unknown>,
  rest: AsyncGenerator<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await rest.next()) {
    yield typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
  }
}

/** A name that all file systems accept. */
const fileStem = (title: string): string =>
  title
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 120) || 'export';
