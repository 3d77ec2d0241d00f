import { createHash } from 'node:crypto';

/** Result for a text that passed. */
interface Passed {
  hasPersonalData: boolean;
}

/**
 * Cache of texts that passed recently. A chat sends its earlier turns with each request, which need no second check.
 * Keyed by hash, in memory only.
 */
export interface PassedTextCache {
  find(about: readonly string[]): Passed | undefined;
  add(about: readonly string[], passed: Passed): void;
}

/** About two megabytes. */
const MAX_TEXTS = 10_000;

export function createPassedTextCache(maxTexts = MAX_TEXTS): PassedTextCache {
  const texts = new Map<string, Passed>();
  function put(name: string, passed: Passed): void {
    texts.delete(name);
    texts.set(name, passed);
    const [oldest] = texts.keys();
    if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest);
  }
  return {
    find(about) {
      const name = nameOf(about);
      const passed = texts.get(name);
      if (passed) put(name, passed);
      return passed;
    },
    add: (about, passed) => put(nameOf(about), passed),
  };
}

const nameOf = (about: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(about)).digest('base64');
