import type { Request as HostRequest } from 'express';

/** More than any form or upload that is refused for its content. */
const MAX_THROWN_AWAY_BYTES = 100 * 1024 * 1024;

/** The body of a request, piece by piece as its handler asks. */
export class RequestBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #pieces: AsyncIterator<Uint8Array, undefined>;

  constructor(private readonly request: HostRequest) {
    // A handler that has read enough leaves the connection open, to be answered on.
    this.#pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array, undefined>;
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const next = await this.#pieces.next();
          if (next.done === true) controller.close();
          else controller.enqueue(next.value);
        },
        cancel: () => this.#stopReading(),
      },
      { highWaterMark: 0 }, // nothing is read ahead
    );
  }

  /**
   * A sender who is refused early looks at the answer when all has been sent, and the next request comes behind it.
   * Whoever sends much more is cut off.
   */
  throwRestAway(): void {
    const { request } = this;
    if (request.readableEnded || request.destroyed) return;
    let bytes = 0;
    const throwAway = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes > MAX_THROWN_AWAY_BYTES) request.destroy();
    };
    // A sender who breaks off here has nothing more to hear.
    this.#stopReading().then(
      () => request.on('data', throwAway),
      () => request.destroy(),
    );
  }

  async #stopReading(): Promise<void> {
    await this.#pieces.return?.();
  }
}
