// Scripts in a document that the editor can open as they are. A page numbers them in the order in which they stand.

const BLOCKS = /^```baiql\n([\s\S]*?)^```/gm;

/** What shows only a line or two of the language has no batch from beginning to end. */
export const isWholeScript = (code: string): boolean => /^BATCH_START\b[\s\S]*^END_BATCH\b/m.test(code);

/** The whole scripts of a document in Markdown. */
export const wholeScripts = (markdown: string): string[] =>
  [...markdown.matchAll(BLOCKS)].map(([, code = '']) => code).filter(isWholeScript);

/** How the editor's address names the script at a place, counted from one: "baiql-guide.3". */
export const exampleName = (slug: string, place: number): string => `${slug}.${String(place)}`;
