/** Something that the page on screen can do: the command palette lists it beside the pages. */
export interface PageCommand {
  key: string;
  label: string;
  /** Other words by which people look for it. */
  keywords?: string;
  /** The keys that do the same, as people read them. */
  shortcut?: string;
  run: () => void;
}

let offered: readonly PageCommand[] = [];

export const pageCommands = (): readonly PageCommand[] => offered;

/** Offers what the page can do. Returns how to take it back. */
export function offerPageCommands(commands: readonly PageCommand[]): () => void {
  offered = commands;
  return () => {
    if (offered === commands) offered = [];
  };
}
