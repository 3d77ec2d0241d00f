import { renderFile, previewFile } from '@promptwell/baiql-runtime';
import { DocumentError } from '@promptwell/documents';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { FILE_ERRORS, withRunArea } from './manage-files.server';
import type { Preview } from './responses';

type Deps = Pick<BaiqlDeps, 'prisma' | 'baiql'>;

/** Large enough for a laptop screen. */
const MAX_SIDE_PIXELS = 1_600;

/** Errors of previews, in addition to `FILE_ERRORS`. */
export const PREVIEW_ERRORS: Readonly<Record<string, ErrorKind>> = {
  ...FILE_ERRORS,
  no_picture: 'unprocessable',
  too_many_previews: 'unavailable',
};

export const previewUserFile = (
  services: Deps,
  actor: Actor,
  { path, run, signal }: { path: string; run?: string | undefined; signal: AbortSignal },
): Promise<Preview> =>
  withRunArea(services, actor, { path, run }, (area) =>
    previewFile(area, path, services.baiql.previews, signal).catch(refuse),
  );

/** Renders an image or a PDF page, re-encoded as PNG so that uploaded bytes are never served inline. */
export async function renderUserFile(
  services: Deps,
  actor: Actor,
  { path, run, page, signal }: { path: string; run?: string | undefined; page: number; signal: AbortSignal },
): Promise<Response> {
  const wanted = { virtual: path, page, maxSide: MAX_SIDE_PIXELS };
  const png = await withRunArea(services, actor, { path, run }, (area) =>
    renderFile(area, wanted, services.baiql.previews, signal).catch(refuse),
  );
  return new Response(Buffer.from(png), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-cache' },
  });
}

function refuse(error: unknown): never {
  if (!(error instanceof DocumentError)) throw error;
  if (error.code !== 'busy' && error.code !== 'aborted') {
    throw new DomainError('unprocessable', error.message, { code: 'no_picture', cause: error });
  }
  throw new DomainError('unavailable', 'Many files are being previewed right now. Try again in a moment.', {
    code: 'too_many_previews',
    retryAfterSeconds: 2,
    cause: error,
  });
}
