import type { Readable } from 'node:stream';
import { withinTime } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';

/** What goes on in a user's name right now: requests, downloads, streams. An account is closed when all of it has ended. */
export interface UserWork {
  /**
   * Runs what an actor asks for. The signal aborts when the account is closed; the work should then end soon.
   * @throws DomainError `session_ended` while the account is being closed.
   */
  run<T>(actor: Someone, work: (piece: Piece) => T | Promise<T>): Promise<T>;
  /** The same for what outlives the function that begins it, such as a stream: it says itself when it has ended. */
  begin(userId: string): Piece & { end: () => void };
  /**
   * Takes in nothing new of this user, aborts what goes on, and then does the rest. `othersEnded` settles when all of it
   * has ended, or has taken too long. The request of `actor`, who may be closing their own account, is left out of it.
   */
  close<T>(actor: Someone, userId: string, rest: (othersEnded: Promise<unknown>) => Promise<T>): Promise<T>;
  /** Before the server stops: waits for requests, whose work would be left half done. True when all have ended. */
  drain(timeoutMs: number): Promise<boolean>;
}

/** The object itself stands for one request: the sessions give each a new one. */
interface Someone {
  userId: string;
}

export interface Piece {
  /** Made when it is first asked for: most work is too short to listen. */
  readonly signal: AbortSignal;
}

/** What hangs must not keep an account from being closed. */
const ENDING_MS = 10_000;

class OpenPiece implements Piece {
  #controller: AbortController | undefined;
  #isAborted = false;
  #markEnded: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => (this.#markEnded = resolve));

  constructor(
    readonly actor: Someone | undefined,
    private readonly onEnd: (piece: OpenPiece) => void,
  ) {}

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  readonly abort = (): void => {
    this.#isAborted = true;
    this.#controller?.abort();
  };

  readonly end = (): void => {
    this.onEnd(this);
    this.#markEnded();
  };
}

export function createUserWork(): UserWork {
  const byUser = new Map<string, Set<OpenPiece>>();
  const closing = new Map<string, Promise<unknown>>();

  function begin(userId: string, actor?: Someone): OpenPiece {
    if (closing.has(userId)) throw accountClosing();
    const pieces = byUser.get(userId) ?? new Set();
    byUser.set(userId, pieces);
    const piece = new OpenPiece(actor, (ended) => {
      pieces.delete(ended);
      if (pieces.size === 0) byUser.delete(userId);
    });
    pieces.add(piece);
    return piece;
  }

  return {
    begin: (userId) => begin(userId),
    run: async (actor, work) => {
      const piece = begin(actor.userId, actor);
      try {
        return await work(piece);
      } finally {
        piece.end();
      }
    },
    close: async (actor, userId, rest) => {
      const pieces = () => [...(byUser.get(userId) ?? [])];
      const isOwn = (piece: OpenPiece) => piece.actor === actor;
      // Two who close it at once follow each other: the second does nothing but wait, so nobody waits for it.
      for (let earlier = closing.get(userId); earlier; earlier = closing.get(userId)) {
        for (const piece of pieces().filter(isOwn)) piece.end();
        await earlier.catch(() => undefined);
      }
      const others = pieces().filter((piece) => !isOwn(piece));
      for (const piece of others) piece.abort();
      const othersEnded = withinTime(Promise.all(others.map(({ ended }) => ended)), ENDING_MS);
      // A turn later: the account counts as closing before the rest begins.
      const closed = Promise.resolve().then(() => rest(othersEnded));
      closing.set(userId, closed);
      return closed.finally(() => closing.delete(userId));
    },
    drain: (timeoutMs) => {
      const requests = [...byUser.values()].flatMap((pieces) => [...pieces].filter(({ actor }) => actor));
      return withinTime(Promise.all(requests.map(({ ended }) => ended)), timeoutMs);
    },
  };
}

/** Counts what a user downloads as theirs until it is closed. */
export function endWithAccount(userWork: UserWork, userId: string, download: Readable): void {
  const piece = userWork.begin(userId);
  download.once('close', piece.end);
  piece.signal.addEventListener('abort', () => download.destroy(), { once: true });
}

const accountClosing = (): DomainError =>
  new DomainError('unauthenticated', 'This account is being closed.', { code: 'session_ended' });
