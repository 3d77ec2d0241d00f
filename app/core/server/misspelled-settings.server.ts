import { SETTING_NAMES } from './env.server';
import { isProviderSetting } from './sign-in-settings.server';

/** Variables that a .env file may have for others: Node.js, the C library, the time zone, Docker Compose. */
const OF_OTHERS = /^(?:NODE_\w+|MALLOC_\w+|TZ|LANG|LC_\w+|UV_\w+|SSL_CERT_\w+|COMPOSE_\w+)$/;

/**
 * A warning for each name that looks like a typo: any unknown one in the .env file; in the shared environment, only
 * those one or two edits from a setting.
 */
export function findMisspelledSettings(
  envFileNames: readonly string[],
  environmentNames: readonly string[],
): string[] {
  const inFile = envFileNames
    .filter((name) => !isSetting(name) && !OF_OTHERS.test(name))
    .map((name) => `${name} in .env is not a setting of Promptwell’s${hint(nearest(name))}`);
  const inEnvironment = environmentNames
    .filter((name) => !isSetting(name) && !envFileNames.includes(name))
    .flatMap((name) => {
      const meant = nearest(name);
      return meant === undefined ? [] : [`${name} is not a setting of Promptwell’s${hint(meant)}`];
    });
  return [...inFile, ...inEnvironment];
}

const isSetting = (name: string): boolean => SETTING_NAMES.includes(name) || isProviderSetting(name);

const hint = (meant: string | undefined): string => (meant === undefined ? '.' : `: did you mean ${meant}?`);

/** Short names are close to too many others: HOME is two edits from HOST. */
const allowedEdits = (name: string): number => (name.length < 8 ? 1 : 2);

function nearest(name: string): string | undefined {
  const [best] = SETTING_NAMES.map((setting) => ({ setting, edits: countEdits(name, setting) }))
    .filter(({ setting, edits }) => edits <= allowedEdits(setting))
    .sort((a, b) => a.edits - b.edits);
  return best?.setting;
}

/** Optimal string alignment distance: insertions, deletions, substitutions, and swaps of neighbors. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
