import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A script as somebody typed it, what is to be said of it, and the script as it was meant. */
export interface PeopleCase {
  readonly title: string;
  readonly typed: string;
  /** `line code message`, one for each mistake. */
  readonly said: readonly string[];
  /** After the first fix of each; null where nobody can know what was meant. */
  readonly meant: string | null;
}

/**
 * Reads the cases of a file. Each begins with a line `=== title`, then the script; a line `--- line code message` for
 * each mistake; then the script after its fixes.
 */
export function readPeople(directory: string): PeopleCase[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) =>
      readFileSync(path.join(directory, file), 'utf8')
        .split(/^=== /m)
        .slice(1)
        .map((text) => readCase(path.basename(file, '.txt'), text)),
    );
}

function readCase(who: string, text: string): PeopleCase {
  const [title = '', ...lines] = text.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('--- '));
  const last = lines.findLastIndex((line) => line.startsWith('--- '));
  const meant = lines.slice(last + 1);
  return {
    title: `${who}: ${title}`,
    typed: `${lines.slice(0, first).join('\n')}\n`,
    said: lines.slice(first, last + 1).map((line) => line.slice('--- '.length)),
    meant: meant.length === 0 ? null : `${meant.join('\n')}\n`,
  };
}
