// Stands in for Chevrotain's lexer, which the language does without: its token types say only that they have no
// pattern to be found by.

export class Lexer {
  static NA = /NOT_APPLICABLE/;
}

export const LexerDefinitionErrorType = {};
