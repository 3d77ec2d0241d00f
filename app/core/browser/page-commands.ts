/** An action of the current page, listed in the command palette. */
export interface PageCommand {
  key: string;
  label: string;
  /** Synonyms, for search. */
  keywords?: string;
  /** The keyboard shortcut, as displayed. */
  shortcut?: string;
  run: () => void;
}

let offered: readonly PageCommand[] = [];

export const pageCommands = (): readonly PageCommand[] => offered;

/** Registers the page's actions. Returns a function that removes them. */
export function offerPageCommands(commands: readonly PageCommand[]): () => void {
  offered = commands;
  return () => {
    if (offered === commands) offered = [];
  };
}
