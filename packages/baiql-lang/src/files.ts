/** Names, paths and patterns of files: the parts of the language that an engine needs without parsing. */
export { extensionOf, isWithin, resolvePath } from './source/paths.js';
export { isPattern, patternMatcher } from './source/patterns.js';
export * from './vocabulary/file-kinds.js';
