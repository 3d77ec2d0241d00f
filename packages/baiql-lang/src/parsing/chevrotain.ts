/** The one place where Chevrotain comes in; the build puts it into this module, see `build.mjs`. */
export { createToken, defaultParserErrorProvider, EmbeddedActionsParser, EMPTY_ALT, Lexer } from 'chevrotain';
