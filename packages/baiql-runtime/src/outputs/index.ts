export { fillPath } from './fill-path.js';
export { writeCompleteFile } from './complete-file.js';
export type { OutputMode } from './formats.js';
export { resolveOutputPath } from './output-path.js';
export {
  fieldOf,
  isObject,
  parseJson,
  replyFields,
  type ParsedJson,
  type ReplyFormat,
} from './json-reply.js';
export { OutputError, type OutputErrorCode } from './output-error.js';
export type { OutputFormat } from './renderer.js';
export { jsonCell } from './result.js';
export type { Field, JsonValue, OutputFailure, OutputResult } from './result.js';
export { openRunOutputs, type OutputSpec, type RunOutputs, type RunOutputsOptions } from './run-outputs.js';
export type { DocumentPart } from './render-docx.js';
export type { SheetColumn } from './render-xlsx.js';
export { MAX_SHEET_ROWS, type Cells, type TableShape } from './table.js';
export { writeFailures } from './write-failures.js';
export {
  createFileWriter,
  MAX_ENTRIES_WITH_OUTPUTS,
  writeOutput,
  type OutputTarget,
  type WrittenFile,
} from './write-output.js';
