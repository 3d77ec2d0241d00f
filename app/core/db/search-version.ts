/** Raised when `searchTokens` or `equalKey` change what they return, an index is new, or tags need merging. */
const TOKENS_VERSION = 3;

/** Of what the search indexes keep. Node's Unicode tables have a part in the tokens. */
export const SEARCH_VERSION = JSON.stringify(
  `${String(TOKENS_VERSION)}, Unicode ${process.versions.unicode ?? ''}`,
);
/** The setting that tells of which version the indexes are. */
export const SEARCH_SETTING = 'search-indexes';
