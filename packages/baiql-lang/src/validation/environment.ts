/** What is known about the world outside of the script. Plain data; leave out what is not known. */
export interface Environment {
  /**
   * The files that the script can read. Paths that begin with `/` are whole (`/data/input/roster.csv`), others
   * are below `/data/input/`.
   */
  readonly files?: readonly string[];
  /**
   * The column headers of tables, by the same kind of path. A table that is not in it may have any columns; without it,
   * and without files, no table is taken to have any.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /**
   * The first rows of tables as they stand there, the header and empty rows among them, by the same kind of path: what
   * HEADER can choose from.
   */
  readonly firstRows?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** The names of the models that can be asked. */
  readonly models?: readonly string[];
  /** The models that their vendors have withdrawn, with what follows each; null: nothing is known to. */
  readonly goneModels?: Readonly<Record<string, string | null>>;
  /** The models of the list that will be withdrawn soon. */
  readonly endingModels?: Readonly<Record<string, EndingModel>>;
}

export interface EndingModel {
  /** The first day without it, such as `2026-12-01`. */
  readonly on: string;
  /** What follows it; null: nothing is known to. */
  readonly next: string | null;
}
