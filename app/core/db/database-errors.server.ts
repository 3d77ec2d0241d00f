import { DomainError } from '~/core/shared/errors';

interface StorageFault {
  /** Error codes of the databases, the operating system and Prisma. Those of SQLite are prefixes, e.g. SQLITE_IOERR_WRITE. */
  codes: RegExp;
  code: string;
  message: string;
  retryAfterSeconds?: number;
}

/** PostgreSQL's classes for a connection or a server that is gone, and Prisma's. A server that is starting is back soon. */
const LOST_DATABASE = /^(?:08\w{3}|57P0[1-5]|53300|P1001|P1008|P1017|P2037)$/;

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
    // P2028: a Prisma transaction waited too long for the connection or took too long. Class 40: PostgreSQL undid it in
    // favor of others. 25006: PostgreSQL is read-only, as in a failover.
    codes: /^(?:SQLITE_(?:BUSY|LOCKED)(?:_\w+)?|P2028|P2034|40\w{3}|25006)$/,
    code: 'database_busy',
    message: 'The server is busy right now. Please try again in a moment.',
    retryAfterSeconds: 1,
  },
  {
    codes: LOST_DATABASE,
    code: 'database_busy',
    message: 'The server’s database can’t be reached right now. Please try again in a moment.',
    retryAfterSeconds: 5,
  },
];

/**
 * Maps an error of SQLite, the disk or Prisma to one that can be shown. Undefined for anything else, which is a bug.
 */
export function toDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  const codes = errorCodes(error);
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
  errorCodes(error).some((code) => /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code));

/** pg's own errors have no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Cannot use a pool after calling end|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** The error's code, and the database's that Prisma's adapter nests inside it. */
export function errorCodes(error: unknown): string[] {
  const nested = [
    propertyOf(propertyOf(propertyOf(error, 'meta'), 'driverAdapterError'), 'cause'),
    propertyOf(error, 'cause'),
  ];
  const codes = [error, ...nested].flatMap((each) => [
    propertyOf(each, 'code'),
    propertyOf(each, 'originalCode'),
  ]);
  if (error instanceof Error && LOST_CONNECTION.test(error.message)) codes.push('08006');
  return codes.filter((code) => typeof code === 'string');
}

/** Whether PostgreSQL's server or the connection to it is gone. */
export const isDatabaseLost = (error: unknown): boolean =>
  errorCodes(error).some((code) => LOST_DATABASE.test(code));

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
