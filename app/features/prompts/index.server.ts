export { deletePrompt } from './delete-prompt.server';
export { findPromptsByName } from './find-by-name.server';
export { findPrompt } from './find-prompt.server';
export { listCommunityPrompts, listOwnPrompts, listTeamPrompts } from './list-prompts.server';
export * from './list-schema';
export { promptData } from './personal-data.server';
export { judgePublication } from './publishing/judge-publication.server';
export { likePrompt } from './publishing/like-prompt.server';
export { reportPrompt } from './publishing/report-prompt.server';
export { requestReview } from './publishing/request-review.server';
export * from './answers';
export * from './publishing/schema';
export { sharePrompt } from './publishing/share-prompt.server';
export { PROMPT_RATE_LIMITS } from './rate-limits';
export { recordGeneratedPrompt } from './record-generated-prompt.server';
export { savePrompt } from './save-prompt.server';
export * from './schema';
export { updatePrompt } from './update-prompt.server';
export { recordPromptUse } from './record-prompt-use.server';
export type { PromptsServices } from './deps.server';
export type { PromptSearch } from './store/prompt-search';
export { createPostgresPromptSearch } from './store/postgres/postgres-prompt-search.server';
export { createSqlitePromptSearch } from './store/sqlite/sqlite-prompt-search.server';
export { usePrompt } from './use-prompt.server';
export { renderPrompt } from './variables/render-prompt.server';
export * from './variables/schema';
export { getPromptVersion, listPromptVersions } from './versions/list-versions.server';
export { readLibrary, type PromptOnCard } from './library/read-library.server';
export { decidePrompt, flagPrompt, noteOnPrompt, toggleFlag } from './moderation/decide-prompt.server';
export {
  countAwaitingDecision,
  listFlagged,
  readFlagged,
  readModerationPage,
} from './moderation/list-flagged.server';
export { PROMPT_MAILS } from './moderation/moderation-mails.server';
export * from './moderation/schema';
export { readSharedPrompt } from './library/read-library.server';
export { exportPrompts } from './transfer/export-prompts.server';
export { importPrompts } from './transfer/import-prompts.server';
export * from './transfer/schema';
