import type { Line, LineKind } from '../tree/lines.js';

type LineOf<Kind> = Kind extends LineKind ? Line & { readonly kind: Kind } : never;

/** The lines of a script, kind by kind, so that a check need not go through all of them for the few it is about. */
export class LinesByKind {
  readonly #lines = new Map<LineKind, Line[]>();

  constructor(lines: readonly Line[]) {
    for (const line of lines) {
      const known = this.#lines.get(line.kind);
      if (known === undefined) this.#lines.set(line.kind, [line]);
      else known.push(line);
    }
  }

  /** Those of some kinds: the first kind first, in the order of the script. */
  of<Kind extends LineKind>(...kinds: readonly Kind[]): readonly LineOf<Kind>[] {
    return kinds.flatMap((kind) => {
      const isOfKind = (line: Line): line is LineOf<Kind> => line.kind === kind;
      return (this.#lines.get(kind) ?? []).filter(isOfKind);
    });
  }
}
