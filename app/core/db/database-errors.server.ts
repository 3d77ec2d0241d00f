import { DomainError } from '~/core/shared/errors';

interface StorageFault {
  /** The codes of SQLite, of the operating system and of Prisma that mean it; SQLite's are families, e.g. SQLITE_IOERR_WRITE. */
  codes: RegExp;
  code: string;
  message: string;
  retryAfterSeconds?: number;
}

/** Every way in which the database or the disk below it fails without anybody's mistake. */
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
    // P2028: Prisma's transaction waited too long for the connection, or took too long itself.
    codes: /^(?:SQLITE_(?:BUSY|LOCKED)(?:_\w+)?|P2028)$/,
    code: 'database_busy',
    message: 'The server is busy right now. Please try again in a moment.',
    retryAfterSeconds: 1,
  },
];

/**
 * The one place where a fault of SQLite, of the disk or of Prisma's wrappers around them becomes an error that can be
 * shown. Undefined: it is neither one of those nor a domain error, so it is a fault of the program.
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

/** Whether the database's file is not what SQLite wrote. */
export const isDamage = (error: unknown): boolean =>
  codesOf(error).some((code) => /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code));

/** The error's own code, and the one that SQLite gave where Prisma's adapter keeps it, by itself or wrapped by Prisma. */
function codesOf(error: unknown): string[] {
  const ofAdapter = propertyOf(propertyOf(error, 'meta'), 'driverAdapterError') ?? error;
  return [propertyOf(error, 'code'), propertyOf(propertyOf(ofAdapter, 'cause'), 'originalCode')].filter(
    (code) => typeof code === 'string',
  );
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
