import { LIMITS } from './limits.js';

/**
 * The memory that the transactions at work share, in characters. When it is full they wait for one another: only the
 * first of them goes on, which ends in any case and gives its room back. So what others keep never makes one fail.
 */
export class Room {
  readonly #limit: number;
  readonly #atWork = new Set<number>();
  #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: number = LIMITS.charactersAtWork) {
    this.#limit = limit;
  }

  /** A transaction begins: loads what it works on, when there is room for it. */
  async enter<Input>(number: number, load: () => Promise<Input>): Promise<Input> {
    this.#atWork.add(number);
    const turn = this.turnOf(number);
    if (turn !== undefined) await turn;
    // Nobody knows yet how much it is.
    this.#taken += LIMITS.valueCharacters;
    try {
      return await load();
    } finally {
      this.giveBack(LIMITS.valueCharacters);
    }
  }

  leave(number: number): void {
    this.#atWork.delete(number);
    this.#wake();
  }

  /** Undefined: a transaction may go on; else it waits for this. */
  turnOf(number: number): Promise<void> | undefined {
    return this.#mustWait(number) ? this.#wait(number) : undefined;
  }

  take(characters: number): void {
    this.#taken += characters;
  }

  giveBack(characters: number): void {
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
