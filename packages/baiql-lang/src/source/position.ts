/** A position in a script. Lines and columns count from 1, columns in UTF-16 units; the offset counts from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A range of a script; `end` is exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}
