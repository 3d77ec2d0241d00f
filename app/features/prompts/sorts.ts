/** `popular`: by likes in the community, by uses among one's own. `used`: last used first, among one's own only. */
export const PROMPT_SORTS = ['recent', 'popular', 'oldest', 'used'] as const;
export type PromptSort = (typeof PROMPT_SORTS)[number];
