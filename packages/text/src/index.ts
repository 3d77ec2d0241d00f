export { firstGrapheme } from './first-grapheme.js';
export { equalKey, searchKey } from './keys.js';
export { toNfkc } from './normalize.js';
export { parseNumber } from './parse-number.js';
