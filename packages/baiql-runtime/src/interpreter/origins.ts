/**
 * Which RUNs' replies lie behind the values of a transaction, so that a statement that fails on a value leads to the
 * reply that has to be asked for anew. RUNs are known by how their keys end.
 */
export class Origins {
  readonly #ofName = new Map<string, ReadonlySet<string>>();
  /** In the order in which they were sent: the replies that lie behind their prompts. */
  readonly #ofRun = new Map<string, ReadonlySet<string>>();
  #read: ReadonlySet<string> = new Set();
  #ofPrompt: ReadonlySet<string> = new Set();

  /** A statement, or a condition, begins: what it reads counts from here. */
  begin(): void {
    if (this.#read.size > 0) this.#read = new Set();
  }

  reads(name: string): void {
    const runs = this.#ofName.get(name);
    if (runs !== undefined) this.#read = new Set([...this.#read, ...runs]);
  }

  /** @param run null: there is no reply yet. */
  readsReply(run: string | null): void {
    if (run !== null) this.#read = new Set([...this.#read, run]);
  }

  /** A name has its value by what has been read. */
  gives(name: string): void {
    if (this.#read.size > 0) this.#ofName.set(name, this.#read);
    else this.#ofName.delete(name);
  }

  /** The prompt of what is sent from here on has been filled with what has been read. */
  fillsPrompt(): void {
    this.#ofPrompt = this.#read;
  }

  sends(run: string): void {
    this.#ofRun.set(run, this.#ofPrompt);
  }

  /** The RUNs whose replies the current statement has read, and those that were sent with what they gave. */
  get blamed(): readonly string[] {
    const blamed = new Set(this.#read);
    if (blamed.size === 0) return [];
    for (const [run, behind] of this.#ofRun) {
      if ([...behind].some((other) => blamed.has(other))) blamed.add(run);
    }
    return [...blamed];
  }
}
