import type { Request as HostRequest } from 'express';

/** Larger than any form or upload whose content may be refused. */
const MAX_DISCARDED_BYTES = 100 * 1024 * 1024;

/** A request's body, read chunk by chunk on demand. */
export class RequestBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #pieces: AsyncIterator<Uint8Array, undefined>;

  constructor(private readonly request: HostRequest) {
    // If the handler stops reading, the connection stays open for the response.
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
      { highWaterMark: 0 }, // no read-ahead
    );
  }

  /**
   * Discards the rest of the body. A client whose request is refused early reads the response only after it has sent
   * everything, and may reuse the connection. It is closed if much more is sent.
   */
  discardRest(): void {
    const { request } = this;
    if (request.readableEnded || request.destroyed) return;
    let bytes = 0;
    const throwAway = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes > MAX_DISCARDED_BYTES) request.destroy();
    };
    // The client has disconnected.
    this.#stopReading().then(
      () => request.on('data', throwAway),
      () => request.destroy(),
    );
  }

  async #stopReading(): Promise<void> {
    await this.#pieces.return?.();
  }
}
