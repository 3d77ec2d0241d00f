/** Chunks kept for a reader that is slower than the network, before the connection is paused. */
const CHUNKS_AHEAD = 64;

/**
 * The body of a streamed answer, between the network and its one reader: what a web stream would do, at less cost
 * (docs/decisions/0050-what-a-call-costs-the-machine.md).
 */
export class StreamedBody {
  #chunks: Buffer[] = [];
  #end: { failure: Error | null } | undefined;
  #wake: (() => void) | undefined;
  #resume: (() => void) | undefined;

  /** @param resume lets the connection go on when it was paused. */
  onResume(resume: () => void): void {
    this.#resume = resume;
  }

  /** False: enough for now. */
  push(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#wake?.();
    return this.#chunks.length < CHUNKS_AHEAD;
  }

  /** @param failure null: that was all; else what its reader is told at once. */
  end(failure: Error | null): void {
    this.#end = { failure };
    this.#wake?.();
  }

  /** What has arrived since the last time, in the order in which it came; null: that was all. */
  async next(): Promise<Buffer[] | null> {
    if (this.#chunks.length === 0 && this.#end === undefined)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#end?.failure) throw this.#end.failure;
    if (this.#chunks.length === 0) return null;
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#resume?.();
    return chunks;
  }
}
