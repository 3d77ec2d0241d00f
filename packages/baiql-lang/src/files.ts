/** How files are named, told apart and matched: what an engine needs of the language where it reads no script. */
export { extensionOf, isWithin, resolvePath } from './source/paths.js';
export { isPattern, patternMatcher } from './source/patterns.js';
export * from './vocabulary/file-kinds.js';
