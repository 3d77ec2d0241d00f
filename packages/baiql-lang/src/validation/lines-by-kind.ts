import type { Line, LineKind } from '../tree/lines.js';

type LineOf<Kind> = Kind extends LineKind ? Line & { readonly kind: Kind } : never;

/** A script's lines by kind, so that a check visits only the relevant ones. */
export class LinesByKind {
  readonly #lines = new Map<LineKind, Line[]>();

  constructor(lines: readonly Line[]) {
    for (const line of lines) {
      const known = this.#lines.get(line.kind);
      if (known === undefined) this.#lines.set(line.kind, [line]);
      else known.push(line);
    }
  }

  /** Lines of some kinds, grouped by kind in the given order, each in source order. */
  of<Kind extends LineKind>(...kinds: readonly Kind[]): readonly LineOf<Kind>[] {
    return kinds.flatMap((kind) => {
      const isOfKind = (line: Line): line is LineOf<Kind> => line.kind === kind;
      return (this.#lines.get(kind) ?? []).filter(isOfKind);
    });
  }
}
