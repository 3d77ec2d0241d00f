/**
 * Tracks which RUNs' replies the values of a transaction derive from, so that a statement that fails on a value
 * identifies the reply to request again. RUNs are identified by their key suffixes.
 */
export class Origins {
  readonly #ofName = new Map<string, ReadonlySet<string>>();
  /** In order of sending: the replies that each prompt derives from. */
  readonly #ofRun = new Map<string, ReadonlySet<string>>();
  #read: ReadonlySet<string> = new Set();
  #ofPrompt: ReadonlySet<string> = new Set();

  /** A statement or condition begins: its reads are tracked from here. */
  begin(): void {
    if (this.#read.size > 0) this.#read = new Set();
  }

  reads(name: string): void {
    const runs = this.#ofName.get(name);
    if (runs !== undefined) this.#read = new Set([...this.#read, ...runs]);
  }

  /** @param run null before the first reply. */
  readsReply(run: string | null): void {
    if (run !== null) this.#read = new Set([...this.#read, run]);
  }

  /** The name's value derives from everything read so far in this statement. */
  assigns(name: string): void {
    if (this.#read.size > 0) this.#ofName.set(name, this.#read);
    else this.#ofName.delete(name);
  }

  /** The prompt of the following requests derives from everything read so far in this statement. */
  fillsPrompt(): void {
    this.#ofPrompt = this.#read;
  }

  sends(run: string): void {
    this.#ofRun.set(run, this.#ofPrompt);
  }

  /** The RUNs whose replies the current statement has read, and the RUNs that depend on them. */
  get blamed(): readonly string[] {
    const blamed = new Set(this.#read);
    if (blamed.size === 0) return [];
    for (const [run, behind] of this.#ofRun) {
      if ([...behind].some((other) => blamed.has(other))) blamed.add(run);
    }
    return [...blamed];
  }
}
