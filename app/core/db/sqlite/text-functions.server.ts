import { equalKey, searchTokens } from '@promptwell/text';
import type { Database } from 'better-sqlite3';

/** SQL functions for the triggers that keep the search indexes. A connection that writes prompts or users needs them. */
export function addTextFunctions(connection: Database): void {
  connection.function('equal_key', { deterministic: true }, (text) => equalKey(String(text)));
  connection.function('search_tokens', { deterministic: true, varargs: true }, (...texts) =>
    searchTokens(texts.join('\n')).join(' '),
  );
}
