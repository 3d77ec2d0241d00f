import { createHash } from 'node:crypto';

/** What is known of a text that was let through. */
interface Passed {
  hasPersonalData: boolean;
}

/**
 * Texts that have been let through lately. A chat brings its earlier turns along with every send; they need not be judged
 * anew each time. Kept by their hashes, and forgotten at a restart: then they are judged once more.
 */
export interface KnownTexts {
  find(about: readonly string[]): Passed | undefined;
  add(about: readonly string[], passed: Passed): void;
}

/** Two megabytes or so. */
const MOST_TEXTS = 10_000;

export function createKnownTexts(mostTexts = MOST_TEXTS): KnownTexts {
  const texts = new Map<string, Passed>();
  function put(name: string, passed: Passed): void {
    texts.delete(name);
    texts.set(name, passed);
    const [oldest] = texts.keys();
    if (texts.size > mostTexts && oldest !== undefined) texts.delete(oldest);
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
