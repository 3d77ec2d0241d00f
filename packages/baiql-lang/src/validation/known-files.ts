import { extensionOf, isLoadable, isWithin, resolvePath } from '../source/paths.js';
import { patternMatcher } from '../source/patterns.js';
import { DEFAULT_PATH_IN, type LoadType } from '../vocabulary/file-kinds.js';

/** So many names are looked through for one that is alike. */
const MOST_NAMES = 2_000;

/** The files that a script can read, made ready to be asked for many paths. */
export class KnownFiles {
  /** Whole paths. */
  readonly paths = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #names = new Map<string, ReadonlySet<string>>();
  readonly #loadable = new Map<string, readonly string[]>();

  constructor(files: readonly string[]) {
    for (const file of files) {
      const path = resolvePath(DEFAULT_PATH_IN, file);
      if (path !== null) this.add(path);
    }
  }

  /** Adds a whole path, before anything is asked of the names. */
  add(path: string): void {
    this.paths.add(path);
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      // Where one is known, so are those around it.
      if (this.#folders.has(folder)) return;
      this.#folders.add(folder);
    }
  }

  /** What stands in LOAD for a file or a folder below a PATH_IN. */
  namesBelow(pathIn: string): ReadonlySet<string> {
    const known = this.#names.get(pathIn);
    if (known !== undefined) return known;
    const names = new Set<string>();
    const root = pathIn.endsWith('/') ? pathIn : `${pathIn}/`;
    for (const path of this.paths) {
      if (!isWithin(path, root)) continue;
      const name = path.slice(root.length);
      names.add(name);
      const slash = name.lastIndexOf('/');
      if (slash > 0) names.add(name.slice(0, slash)).add(name.slice(0, slash + 1));
    }
    this.#names.set(pathIn, names);
    return names;
  }

  /** What stands directly below a PATH_IN, and can be loaded as a type. */
  loadableBelow(pathIn: string, type: LoadType): readonly string[] {
    const key = `${type} ${pathIn}`;
    const known = this.#loadable.get(key);
    if (known !== undefined) return known;
    const fits = (name: string): boolean =>
      name.endsWith('/') ? !name.slice(0, -1).includes('/') : extensionOf(name) !== '' && !name.includes('/');
    const names = [...this.namesBelow(pathIn)]
      .slice(0, MOST_NAMES)
      .filter((name) => fits(name) && isLoadable(name, type));
    this.#loadable.set(key, names);
    return names;
  }

  /** Whether a whole path names a file, or a folder with at least one file in it. */
  has(path: string): boolean {
    return this.paths.has(path) || this.isFolder(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path.replace(/\/$/, ''));
  }
}

/** Looks for files that fit patterns, during one validation. */
export class PatternSearch {
  readonly #paths: ReadonlySet<string>;
  readonly #found = new Map<string, boolean>();
  #comparisons = 0;

  constructor({ paths }: KnownFiles) {
    this.#paths = paths;
  }

  /** Whether a pattern fits at least one file. A script with very many patterns gets the benefit of the doubt. */
  hasMatch(pattern: string): boolean {
    const known = this.#found.get(pattern);
    if (known !== undefined) return known;
    const found = this.#search(patternMatcher(pattern));
    this.#found.set(pattern, found);
    return found;
  }

  #search(fits: (path: string) => boolean): boolean {
    for (const path of this.#paths) if (++this.#comparisons > MOST_COMPARISONS || fits(path)) return true;
    return false;
  }
}

const MOST_COMPARISONS = 200_000;

const latest = new WeakMap<readonly string[], KnownFiles>();

/** The known files of a list. A list is asked about at each keystroke, and made ready once. */
export function knownFiles(files: readonly string[]): KnownFiles {
  const known = latest.get(files);
  if (known !== undefined) return known;
  const made = new KnownFiles(files);
  latest.set(files, made);
  return made;
}
