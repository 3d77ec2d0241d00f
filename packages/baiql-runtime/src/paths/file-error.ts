/** What can be wrong with a path or a file of the user's area; `message` is a sentence for the user. */
export type FileErrorCode =
  | 'leaves-area'
  | 'bad-name'
  | 'not-found'
  | 'not-a-file'
  | 'not-a-folder'
  | 'exists'
  | 'over-quota'
  | 'disk-full';

/** A path or file of the user's area that cannot be used as asked. */
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

/** The `code` of a system error (`ENOENT`, `ENOSPC` …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True when the disk, or the user's share of it, has no room left, or a file cannot grow any more. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemErrorCode(error) ?? '');
}
