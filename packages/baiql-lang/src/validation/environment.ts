/** What is known about the world outside of the script. Plain data; leave out what is not known. */
export interface Environment {
  /**
   * The files that the script can read. Paths that begin with `/` are whole (`/data/input/roster.csv`), others
   * are relative to the script's PATH_IN.
   */
  readonly files?: readonly string[];
  /** The column headers of tables, by the same kind of path. */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /** The names of the models that can be asked. */
  readonly models?: readonly string[];
  /** The models that their vendors have withdrawn, with what follows each; null: nothing is known to. */
  readonly goneModels?: Readonly<Record<string, string | null>>;
}
