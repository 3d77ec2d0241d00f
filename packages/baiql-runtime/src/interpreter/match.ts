import type { RE2JS } from 're2js';
import { LIMITS } from './limits.js';
import { BoundError, TransactionError } from './script-error.js';

/** Returns the first group (or the whole match) of a regular expression; an empty string if nothing matches. */
export type Matcher = (pattern: string, text: string) => string;

const MAX_CACHED_PATTERNS = 200;

/**
 * RE2 runs in linear time whatever the expression, and supports neither look-around nor back-references. Loaded only
 * for scripts with a MATCH.
 */
export async function loadMatcher(): Promise<Matcher> {
  const { RE2JS } = await import('re2js');
  const compiled = new Map<string, RE2JS>();

  function compile(pattern: string): RE2JS {
    const known = compiled.get(pattern);
    if (known !== undefined) return known;
    if (pattern.length > LIMITS.patternCharacters) {
      throw new BoundError(`A MATCH expression can have up to ${LIMITS.patternCharacters} characters.`);
    }
    // Patterns with placeholders differ by row.
    if (compiled.size >= MAX_CACHED_PATTERNS) compiled.clear();
    const made = tryCompile(pattern);
    compiled.set(pattern, made);
    return made;
  }

  function tryCompile(pattern: string): RE2JS {
    try {
      return RE2JS.compile(pattern);
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /u, '') : '';
      throw new TransactionError(
        `The MATCH expression "${pattern}" cannot be used: ${why}. (Lookaround and backreferences aren’t supported.)`,
      );
    }
  }

  return (pattern, text) => {
    if (text.length > LIMITS.matchedCharacters) {
      throw new BoundError(
        `MATCH searches up to ${LIMITS.matchedCharacters.toLocaleString('en')} characters, and the reply has ${text.length.toLocaleString('en')}.`,
      );
    }
    const matcher = compile(pattern).matcher(text);
    if (!matcher.find()) return '';
    return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group(0)) ?? '';
  };
}
