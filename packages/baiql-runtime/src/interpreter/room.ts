import { LIMITS } from './limits.js';
import { BoundError } from './script-error.js';

/** The memory that the transactions at work share, in characters. */
export class Room {
  #taken = 0;

  /** @throws BoundError when there is not so much left. */
  take(characters: number): void {
    if (this.#taken + characters > LIMITS.charactersAtWork) {
      throw new BoundError(
        `The transactions at work keep more than ${LIMITS.charactersAtWork.toLocaleString('en')} characters together. A lower PARALLEL makes room.`,
      );
    }
    this.#taken += characters;
  }

  giveBack(characters: number): void {
    this.#taken -= characters;
  }
}
