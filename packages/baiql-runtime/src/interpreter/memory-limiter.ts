import { LIMITS } from './limits.js';

/**
 * The memory shared by the transactions in flight, in characters. When it is full, only the first of them proceeds; it
 * always finishes and frees its share. So the memory of others never makes a transaction fail.
 */
export class MemoryLimiter {
  readonly #limit: number;
  readonly #atWork = new Set<number>();
  #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: number = LIMITS.charactersAtWork) {
    this.#limit = limit;
  }

  /** Begins a transaction and loads its input once there is memory for it. */
  async acquire<Input>(number: number, load: () => Promise<Input>): Promise<Input> {
    this.#atWork.add(number);
    const turn = this.waitForTurn(number);
    if (turn !== undefined) await turn;
    // The size is not known yet.
    this.#taken += LIMITS.valueCharacters;
    try {
      return await load();
    } finally {
      this.release(LIMITS.valueCharacters);
    }
  }

  leave(number: number): void {
    this.#atWork.delete(number);
    this.#wake();
  }

  /** Undefined if the transaction may proceed; else a promise to wait for. */
  waitForTurn(number: number): Promise<void> | undefined {
    return this.#mustWait(number) ? this.#wait(number) : undefined;
  }

  reserve(characters: number): void {
    this.#taken += characters;
  }

  release(characters: number): void {
    this.#taken -= characters;
    this.#wake();
  }

  #mustWait(number: number): boolean {
    if (this.#taken <= this.#limit) return false;
    for (const other of this.#atWork) if (other < number) return true;
    return false;
  }

  async #wait(number: number): Promise<void> {
    while (this.#mustWait(number)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    const woken = this.#waiting;
    this.#waiting = [];
    for (const wake of woken) wake();
  }
}
