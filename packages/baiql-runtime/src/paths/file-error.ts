/** Problems of a path or file of the user's area; `message` is user-facing. */
export type FileErrorCode =
  | 'leaves-area'
  | 'bad-name'
  | 'not-found'
  | 'not-a-file'
  | 'not-a-folder'
  | 'exists'
  | 'over-quota'
  | 'disk-full';

/** A path or file of the user's area that cannot be used as requested. */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(
    readonly code: FileErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The `code` of a system error (`ENOENT`, `ENOSPC` …); undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True if the disk or the user's disk quota is full, or a file has reached its maximum size. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemErrorCode(error) ?? '');
}
