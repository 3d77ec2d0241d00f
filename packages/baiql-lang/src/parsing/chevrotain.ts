/**
 * The one place where Chevrotain comes in. The build puts what is needed of it into this module; see
 * `build.mjs`.
 */
export { createToken, EmbeddedActionsParser, tokenMatcher } from 'chevrotain';
