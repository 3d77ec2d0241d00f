import { personalKeys } from '~/core/browser/browser-storage';

/** Work that was never saved, by the names under which pages keep it in the browser. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/:ai-(?:draft|turns|files)$/, 'the prompt and replies on the AI page'],
  [/:generator$/, 'your prompt in the generator'],
  [/:prompt-edit:/, 'unsaved edits to your prompts'],
  [/:baiql-script:/, 'unsaved BAIQL scripts'],
  [/:reply-edit:/, 'unsaved edits to replies'],
  [/:moderation-notes:/, 'notes on prompts you moderate'],
  [/:doc-draft:/, 'unsaved edits to the docs'],
];

/** What logging out removes, as people call it. */
export function keptWork(): string[] {
  const keys = personalKeys();
  return KINDS.flatMap(([name, words]) => (keys.some((key) => name.test(key)) ? [words] : []));
}
