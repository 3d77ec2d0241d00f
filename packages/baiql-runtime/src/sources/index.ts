export { findColumn } from '@promptwell/baiql-lang/names';
export { collectKeys } from './collect-keys.js';
export { openDocument, openFileItems, type FileItems } from './file-items.js';
export { assertUnchanged, fingerprintFile, isUnchanged, type Fingerprint } from './fingerprint.js';
export { foldKey, joinRowsAndFiles, type Join, type JoinResult, type KeyedRow } from './joins.js';
export type { LineColumns } from './lines-source.js';
export { openFileSource, openLinesSource, type OpenedRows } from './open-source.js';
export { readColumns, type ReadHeader } from './read-columns.js';
export {
  MAX_VALUE_CHARACTERS,
  rowText,
  type CountRows,
  type Row,
  type RowRange,
  type RowSource,
} from './row.js';
export { SourceError, type SourceErrorCode } from './source-error.js';
