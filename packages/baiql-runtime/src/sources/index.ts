export { matchColumns } from '@promptwell/baiql-lang/names';
export { chooseRows, compareKeys } from './choose-rows.js';
export { collectKeys, keyColumn } from './collect-keys.js';
export { openDocument, openFileItems, type FileItems } from './file-items.js';
export {
  assertAsEstimated,
  assertUnchanged,
  fingerprintFile,
  isUnchanged,
  type Fingerprint,
} from './fingerprint.js';
export { foldKey, joinRowsAndFiles } from './joins.js';
export type { LineColumns } from './lines-source.js';
export { openFileSource, openLinesSource, type OpenedRows, type TableChoice } from './open-source.js';
export { readColumns, type ReadHeader } from './read-columns.js';
export type { ColumnFormat, CountRows, Row, RowSource } from './row.js';
export { encodingOf } from './text-file.js';
export { collectTableFacts, type TableFacts } from './table-facts.js';
export { SourceError } from './source-error.js';
