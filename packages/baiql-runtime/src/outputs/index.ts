export { UNFINISHED_PREFIX, writeCompleteFile } from './complete-file.js';
export { defaultOutputMode, outputFormatOf, type OutputMode } from './formats.js';
export { parseJsonReply, type ParsedReply } from './json-reply.js';
export { OutputError, type OutputErrorCode } from './output-error.js';
export type { OutputFormat } from './renderer.js';
export type { Field, JsonValue, OutputFailure, OutputResult } from './result.js';
export { openRunOutputs, type OutputSpec, type RunOutputs, type RunOutputsOptions } from './run-outputs.js';
export type { ReplyFormat } from './table.js';
export type { WrittenFile } from './write-output.js';
