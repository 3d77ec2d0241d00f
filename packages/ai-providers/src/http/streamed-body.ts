/** Buffered chunks after which the connection is paused. */
const CHUNKS_AHEAD = 64;

/**
 * The body of a streamed response between the network and its single reader: like a web stream at lower cost
 * (docs/decisions/0050-what-a-call-costs-the-machine.md).
 */
export class StreamedBody {
  #chunks: Buffer[] = [];
  #end: { failure: Error | null } | undefined;
  #wake: (() => void) | undefined;
  #resume: (() => void) | undefined;

  /** @param resume resumes a paused connection */
  onResume(resume: () => void): void {
    this.#resume = resume;
  }

  /** False to pause the connection. */
  push(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#wake?.();
    return this.#chunks.length < CHUNKS_AHEAD;
  }

  /** @param failure null at the end of the body; otherwise the error to throw in the reader */
  end(failure: Error | null): void {
    this.#end = { failure };
    this.#wake?.();
  }

  /** Chunks since the last call, in order; null at the end. */
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
