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
export { chooseEncoding, chosenEncoding, moveEncodingChoices } from './encoding-choices.js';
export { listFiles, listFolders, type AreaFile } from './list-files.js';
export { dropKeptFile, dropKeptFiles, keepFile, evictKeptFiles, removeEmptyFolders } from './kept-files.js';
export { measureUsage, type AreaUsage, type TotalUsage } from './measure-usage.js';
export { cutToBytes, MAX_NAME_BYTES, sanitizeName, splitExtension, PARTIAL_PREFIX } from './names.js';
export { compareNatural, sortNaturally } from './natural-order.js';
