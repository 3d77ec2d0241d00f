export { DocumentError, type DocumentErrorCode } from './document-error.js';
export { canBeReadByOcr, READABLE_EXTENSIONS } from './document-kind.js';
export {
  createDocumentReader,
  type DocumentReader,
  type DocumentReaderOptions,
  type FileRequest,
} from './document-reader.js';
export {
  MAX_AUDIO_BYTES,
  MAX_OTHER_BYTES,
  MAX_PDF_BYTES,
  MAX_PIXELS,
  MAX_UNPACKED_SHEET_BYTES,
} from './limits.js';
export { OCR_LANGUAGE_NAMES, OCR_LANGUAGES, type OcrLanguage } from './ocr-languages.js';
export { DenseSheetError, NoSheetError } from './parse/workbook-parts.js';
export { readSheetRecords, type SheetChoice, type SheetRecords } from './parse/read-sheet.js';
export { FarCellError } from './parse/sheet-cell.js';
export type { AudioFacts } from './parse/audio-facts.js'; // its reader is large and imported separately: ./audio-facts
export { imageSize, type ImageSize } from './parse/picture-size.js';
export type {
  DocumentText,
  PageText,
  ImageOptions,
  ReadOptions,
  SheetStart,
  WorkbookStart,
} from './protocol.js';
export {
  createEncodingDetector,
  decodeText,
  type DetectedText,
  type EncodingDetector,
  type TextEncoding,
} from './encoding/text-encoding.js';
export { encodingChoice, type EncodingChoice } from './encoding/encoding-choice.js';
export { sayEncoding } from './encoding/say-encoding.js';
export { checkZip, ZipError, type ZipProblem } from './zip-size.js';
