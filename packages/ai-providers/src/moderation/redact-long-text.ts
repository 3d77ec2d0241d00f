import { findPersonalData, REDACTED } from '../personal-data.js';
import { inTurn } from '../take-turns.js';

const WINDOW_CHARS = 16 * 1024;
/** Longer than anything that is looked for, on either side: what a window's edge cuts in two is whole in one of them. */
const OVERLAP_CHARS = 1_024;

/** A part of a text, with what stands around it. */
interface Window {
  /** The part with its surroundings. */
  text: string;
  /** Where `text` begins in the whole. */
  offset: number;
  /** The part itself, from and to, in the whole. */
  from: number;
  to: number;
}

/** Cuts a text into parts that can be searched one after the other without missing what lies across an edge. */
export function* windowsOf(text: string): Generator<Window> {
  for (let from = 0; from < text.length; from += WINDOW_CHARS) {
    const to = Math.min(text.length, from + WINDOW_CHARS);
    const offset = Math.max(0, from - OVERLAP_CHARS);
    yield { text: text.slice(offset, to + OVERLAP_CHARS), offset, from, to };
  }
}

/** As `redactPersonalData`, for texts of any length on a thread that others need as well. */
export async function redactLongText(text: string): Promise<string> {
  let redacted = '';
  let doneTo = 0;
  for (const window of windowsOf(text)) {
    const found = await inTurn(() => findPersonalData(window.text, Number.POSITIVE_INFINITY));
    for (const item of found) {
      const start = item.start + window.offset;
      // One that begins in another part is found there; one that reaches in from the last part is done.
      if (start < Math.max(window.from, doneTo) || start >= window.to) continue;
      redacted += text.slice(doneTo, start) + REDACTED;
      doneTo = item.end + window.offset;
    }
  }
  return redacted + text.slice(doneTo);
}
