import { FileError, type FileErrorCode } from '@promptwell/baiql-runtime';
import { DomainError, type ErrorKind } from '~/core/shared/errors';

const KIND_OF_CODE: Record<FileErrorCode, ErrorKind> = {
  'leaves-area': 'invalid',
  'bad-name': 'invalid',
  'not-found': 'not-found',
  'not-a-file': 'invalid',
  'not-a-folder': 'invalid',
  exists: 'conflict',
  'over-quota': 'too-large',
  'disk-full': 'unavailable',
};

/** Does something with a person's files; what the file area refuses becomes an error of the domain. */
export async function withFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new DomainError(KIND_OF_CODE[error.code], error.message, {
      code: error.code.replaceAll('-', '_'),
      cause: error,
    });
  }
}
