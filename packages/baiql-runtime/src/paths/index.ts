export {
  areaOfRun,
  INPUT_FOLDER,
  OUTPUT_FOLDER,
  openArea,
  openForReading,
  resolveExisting,
  resolveForWriting,
  toVirtualPath,
  type Area,
} from './area.js';
export { extensionOf, isWithin } from '@promptwell/baiql-lang/files';
export { FileError, isDiskFull, systemErrorCode, type FileErrorCode } from './file-error.js';
export { listFiles, listFolders, type AreaFile } from './list-files.js';
export { dropKeptFile, dropKeptFiles, keepFile, makeRoom, removeEmptyFolders } from './kept-files.js';
export { measureUse, type AreaUse, type WholeUse } from './measure-use.js';
export { cutToBytes, MAX_NAME_BYTES, makeSafeName, splitExtension, UNFINISHED_PREFIX } from './names.js';
export { compareNatural, sortNaturally } from './natural-order.js';
