export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}
