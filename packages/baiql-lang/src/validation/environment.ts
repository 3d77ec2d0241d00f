/** The script's environment. Plain data; omit what is unknown. */
export interface Environment {
  /**
   * The files the script can read. Paths that begin with `/` are absolute (`/data/input/roster.csv`), others are
   * relative to `/data/input/`.
   */
  readonly files?: readonly string[];
  /**
   * Column headers of tables, by the same kind of path. A table not listed may have any columns; without this field and
   * `files`, all columns count as unknown.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /**
   * The first rows of tables, including the header and empty rows, by the same kind of path: the candidates for HEADER.
   */
  readonly firstRows?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Columns that have one value in every row, by the same kind of path; a table not listed may have any. */
  readonly unvarying?: Readonly<Record<string, UnvaryingColumns>>;
  /** Names of the available models. */
  readonly models?: readonly string[];
  /** Retired models with their successors; null if none is known. */
  readonly retiredModels?: Readonly<Record<string, string | null>>;
  /** Available models that will be retired soon. */
  readonly endingModels?: Readonly<Record<string, EndingModel>>;
}

/** By header. */
export interface UnvaryingColumns {
  readonly rows: number;
  /** Columns that are empty in every row. */
  readonly empty: readonly string[];
  /** Columns with the same text in every row. */
  readonly same: readonly string[];
}

export interface EndingModel {
  /** The first day without it, such as `2026-12-01`. */
  readonly on: string;
  /** Its successor; null if none is known. */
  readonly next: string | null;
}
