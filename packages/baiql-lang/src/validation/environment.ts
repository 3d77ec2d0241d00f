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
  /** The visible sheets of workbooks with several, by the same kind of path. */
  readonly sheets?: Readonly<Record<string, readonly SheetRows[]>>;
  /** Texts that can be read in more than one encoding, by the same kind of path; the best reading first. */
  readonly readings?: Readonly<Record<string, readonly TextReading[]>>;
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

/** How a sheet of a workbook begins. */
export interface SheetRows {
  /** From 1; hidden sheets count. */
  readonly number: number;
  readonly name: string;
  /** Its first row that holds anything. */
  readonly header: readonly string[];
  /** As `firstRows` of the environment. */
  readonly firstRows: readonly (readonly string[])[];
}

/** A likely encoding of a text, and how its first words beyond ASCII read in it. */
export interface TextReading {
  /** By the names of the Encoding Standard. */
  readonly encoding: string;
  readonly sample: string;
}

export interface EndingModel {
  /** The first day without it, such as `2026-12-01`. */
  readonly on: string;
  /** Its successor; null if none is known. */
  readonly next: string | null;
}
