import { DomainError } from '~/core/shared/errors';

interface StorageFault {
  /** Error codes of SQLite, the operating system and Prisma. Those of SQLite are prefixes, e.g. SQLITE_IOERR_WRITE. */
  codes: RegExp;
  code: string;
  message: string;
  retryAfterSeconds?: number;
}

/** Failures of the database or the disk that no user caused. */
const STORAGE_FAULTS: readonly StorageFault[] = [
  {
    codes: /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/,
    code: 'disk_full',
    message: 'The server’s disk is full, so nothing could be saved. Please try again later.',
  },
  {
    codes: /^(?:SQLITE_(?:IOERR|CANTOPEN|READONLY)(?:_\w+)?|EIO|EROFS)$/,
    code: 'disk_failed',
    message: 'The server couldn’t read or write its disk. Please try again later.',
  },
  {
    // P2028: a Prisma transaction waited too long for the connection or took too long.
    codes: /^(?:SQLITE_(?:BUSY|LOCKED)(?:_\w+)?|P2028)$/,
    code: 'database_busy',
    message: 'The server is busy right now. Please try again in a moment.',
    retryAfterSeconds: 1,
  },
];

/**
 * Maps an error of SQLite, the disk or Prisma to one that can be shown. Undefined for anything else, which is a bug.
 */
export function toDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  const codes = codesOf(error);
  const fault = STORAGE_FAULTS.find((candidate) => codes.some((code) => candidate.codes.test(code)));
  return (
    fault &&
    new DomainError('unavailable', fault.message, {
      code: fault.code,
      cause: error,
      ...(fault.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: fault.retryAfterSeconds }),
    })
  );
}

/** Whether the database file is corrupt. */
export const isDamage = (error: unknown): boolean =>
  codesOf(error).some((code) => /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code));

/** The error's code and the SQLite code that Prisma's adapter nests inside it. */
function codesOf(error: unknown): string[] {
  const ofAdapter = propertyOf(propertyOf(error, 'meta'), 'driverAdapterError') ?? error;
  return [propertyOf(error, 'code'), propertyOf(propertyOf(ofAdapter, 'cause'), 'originalCode')].filter(
    (code) => typeof code === 'string',
  );
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
