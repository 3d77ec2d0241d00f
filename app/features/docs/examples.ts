// Scripts in a document that can be opened in the editor, numbered in order.

const BLOCKS = /^```baiql\n([\s\S]*?)^```/gm;

/** Excludes snippets, which don't contain a whole batch. */
export const isWholeScript = (code: string): boolean => /^BATCH_START\b[\s\S]*^END_BATCH\b/m.test(code);

/** The complete scripts of a Markdown document. */
export const wholeScripts = (markdown: string): string[] =>
  [...markdown.matchAll(BLOCKS)].map(([, code = '']) => code).filter(isWholeScript);

/** A script's name in the editor's URL, counting from one: "baiql-guide.3". */
export const exampleName = (slug: string, place: number): string => `${slug}.${String(place)}`;
