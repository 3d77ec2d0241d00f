export {
  createEncodingDetector,
  decodeText,
  type DetectedText,
  type EncodingDetector,
  type TextEncoding,
} from './text-encoding.js';
export { checkZip, ZipError, type ZipProblem } from './zip-size.js';
