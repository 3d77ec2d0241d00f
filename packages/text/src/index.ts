export { equalKey } from './equal-key.js';
export { firstGrapheme } from './first-grapheme.js';
export { toNfkc } from './normalize.js';
export { parseNumber, plainNumber } from './parse-number.js';
export { plainName } from './plain-name.js';
export { createMatcher, searchTerms, searchTokens, searchWords, type SearchTerm } from './search.js';
export { searchKey } from './search-key.js';
export { splitList } from './split-list.js';
export { truncate } from './truncate.js';
