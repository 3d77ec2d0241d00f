import { DomainError } from '~/core/shared/errors';

/** Bodies up to this size bypass the limiter. */
export const SMALL_BODY_BYTES = 1024 * 1024;
/** Memory for all larger bodies together. A parsed body takes a few times its size. */
const RESCUE_FILE_BYTES = 64 * 1024 * 1024;
const MAX_WAITING = 200;
const MAX_WAIT_MS = 30_000;

interface Waiting {
  owner: string;
  bytes: number;
  enter: () => void;
}

/** Limits the memory of large request bodies. They wait, unread, until there is room. */
export interface BodyMemoryLimiter {
  /**
   * Resolves with a function that releases the memory. Clients with no body in memory come first, so that none of them
   * fills it alone.
   * @throws DomainError `server_busy` if too many are waiting or the wait is too long
   */
  take(owner: string, bytes: number): Promise<() => void>;
}

export function createBodyMemoryLimiter(
  availableBytes = RESCUE_FILE_BYTES,
  maxWaitMs = MAX_WAIT_MS,
): BodyMemoryLimiter {
  const waiting: Waiting[] = [];
  const bodiesOf = new Map<string, number>();
  let freeBytes = availableBytes;

  function admitNext(): void {
    for (;;) {
      const next = waiting.find(({ owner }) => !bodiesOf.has(owner)) ?? waiting[0];
      if (next === undefined || next.bytes > freeBytes) return;
      waiting.splice(waiting.indexOf(next), 1);
      freeBytes -= next.bytes;
      bodiesOf.set(next.owner, (bodiesOf.get(next.owner) ?? 0) + 1);
      next.enter();
    }
  }

  function leave({ owner, bytes }: Waiting): void {
    freeBytes += bytes;
    const others = (bodiesOf.get(owner) ?? 1) - 1;
    if (others > 0) bodiesOf.set(owner, others);
    else bodiesOf.delete(owner);
    admitNext();
  }

  return {
    take: (owner, wantedBytes) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) throw tooMany();
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(body), 1);
          reject(tooMany());
          admitNext(); // a smaller body may have waited behind it
        }, maxWaitMs);
        let isInside = false;
        const body: Waiting = {
          owner,
          bytes: Math.min(wantedBytes, availableBytes),
          enter: () => {
            clearTimeout(timer);
            isInside = true;
            resolve(() => {
              if (isInside) leave(body);
              isInside = false;
            });
          },
        };
        waiting.push(body);
        admitNext();
      }),
  };
}

const tooMany = (): DomainError =>
  new DomainError('unavailable', 'Many large requests are waiting right now. Please try again in a moment.', {
    code: 'server_busy',
    retryAfterSeconds: 5,
  });
