/** The only import of Chevrotain; the build bundles it into this module, see `build.mjs`. */
export { createToken, defaultParserErrorProvider, EmbeddedActionsParser, EMPTY_ALT, Lexer } from 'chevrotain';
