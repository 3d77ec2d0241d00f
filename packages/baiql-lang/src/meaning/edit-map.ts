import type { Diagnostic, Fix, RelatedPlace, TextEdit } from '../diagnostics/diagnostic.js';
import { plainRange, type Source } from '../source/source.js';
import type { Range } from '../source/position.js';

/** A script after edits, with the mapping of its offsets to the original. */
export class EditedScript {
  readonly text: string;
  readonly #source: Source;
  /** Sorted, each with the offset of its new text. */
  readonly #edits: readonly (TextEdit & { readonly at: number })[];

  constructor(source: Source, edits: readonly TextEdit[]) {
    this.#source = source;
    // At the same offset, insertions come before replacements.
    const sorted = [...edits].sort(
      ({ range: left }, { range: right }) =>
        left.start.offset - right.start.offset || left.end.offset - right.end.offset,
    );
    let text = '';
    let from = 0;
    this.#edits = sorted.map((edit) => {
      text += source.text.slice(from, edit.range.start.offset);
      const at = text.length;
      text += edit.newText;
      from = edit.range.end.offset;
      return { ...edit, at };
    });
    this.text = text + source.text.slice(from);
  }

  /**
   * The diagnostic with offsets of the original text. A fix that would change text inserted by the edits is dropped, as
   * are the fixes after it: a less likely fix must not take its place.
   */
  inOldText(diagnostic: Diagnostic): Diagnostic {
    const { range, related, fixes, ...rest } = diagnostic;
    const kept: Fix[] = [];
    for (const fix of fixes ?? []) {
      const inOld = this.#fix(fix);
      if (inOld === null) break;
      kept.push(inOld);
    }
    return {
      ...rest,
      range: this.#range(range),
      ...(related === undefined ? {} : { related: this.#related(related) }),
      ...(kept.length === 0 ? {} : { fixes: kept }),
    };
  }

  /** Several places in the text of one edit are one place in the original, and listed once. */
  #related(places: readonly RelatedPlace[]): RelatedPlace[] {
    const inOld = places.map((place) => ({ ...place, range: this.#range(place.range) }));
    return inOld.filter(
      ({ message, range: { start } }, index) =>
        index ===
        inOld.findIndex((other) => other.message === message && other.range.start.offset === start.offset),
    );
  }

  #fix(fix: Fix): Fix | null {
    const touches = fix.edits.some(({ range }) =>
      this.#edits.some(
        ({ at, newText }) => range.start.offset < at + newText.length && range.end.offset > at,
      ),
    );
    if (touches) return null;
    return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, range: this.#range(edit.range) })) };
  }

  #range(range: Range): Range {
    const start = this.#offset(range.start.offset, 'start');
    return plainRange(this.#source.range(start, Math.max(start, this.#offset(range.end.offset, 'end'))));
  }

  #offset(offset: number, side: 'start' | 'end'): number {
    let shift = 0;
    for (const { at, newText, range } of this.#edits) {
      if (offset < at || (offset === at && side === 'end')) break;
      if (offset < at + newText.length || (offset === at + newText.length && side === 'end'))
        return range[side].offset;
      shift = range.end.offset - (at + newText.length);
    }
    return offset + shift;
  }
}
