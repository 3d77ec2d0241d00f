/**
 * The BAIQL engine: runs scripts with rate limits, resumes them after interruptions, never pays twice, and keeps
 * results in order.
 */
export * from './host.js';
export type * from './job.js';
export { replyFormatOf, type ReplyFormat } from './reply-format.js';
export type { FieldKind, ReplyField } from './reply-fields.js';
export * from './records.js';
export * from './paths/index.js';
export * from './file-area/index.js';
export { costOfTokens } from './estimate/model-cost.js';
export { correctionProblem, replyForm } from './batch/reply-form.js';
export { jsonCell, MAX_ENTRIES_WITH_OUTPUTS, plainLine, replyFields } from './outputs/index.js';
export { partsOfMemo } from './run/run-memo.js';
export { isReusable } from './interpreter/reply-problem.js';
export { createEngine, type EngineOptions } from './engine/create-engine.js';
