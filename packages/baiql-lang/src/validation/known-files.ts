import { extensionOf, isLoadable, isWithin, resolvePath } from '../source/paths.js';
import { patternMatcher } from '../source/patterns.js';
import { DEFAULT_PATH_IN, type LoadType } from '../vocabulary/file-kinds.js';

/** Maximum number of names searched for a similar one. */
const MAX_NAMES = 2_000;

/** An index of the files a script can read. */
export class KnownFiles {
  /** Absolute paths. */
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

  /** Adds an absolute path. Call before the first lookup of names. */
  add(path: string): void {
    this.paths.add(path);
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      // A known folder's parents are known too.
      if (this.#folders.has(folder)) return;
      this.#folders.add(folder);
    }
  }

  /** The names LOAD can use for files and folders below a PATH_IN. */
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

  /** Names directly below a PATH_IN that can be loaded as a type. */
  loadableBelow(pathIn: string, type: LoadType): readonly string[] {
    const key = `${type} ${pathIn}`;
    const known = this.#loadable.get(key);
    if (known !== undefined) return known;
    const fits = (name: string): boolean =>
      name.endsWith('/') ? !name.slice(0, -1).includes('/') : extensionOf(name) !== '' && !name.includes('/');
    const names = [...this.namesBelow(pathIn)]
      .slice(0, MAX_NAMES)
      .filter((name) => fits(name) && isLoadable(name, type));
    this.#loadable.set(key, names);
    return names;
  }

  /** True if an absolute path is a file, or a folder with at least one file. */
  has(path: string): boolean {
    return this.paths.has(path) || this.isFolder(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path.replace(/\/$/, ''));
  }
}

/** Finds files that match patterns, during one validation. */
export class PatternSearch {
  readonly #paths: ReadonlySet<string>;
  readonly #found = new Map<string, boolean>();
  #comparisons = 0;

  constructor({ paths }: KnownFiles) {
    this.#paths = paths;
  }

  /** True if a pattern matches at least one file. After very many patterns in a script, always true. */
  hasMatch(pattern: string): boolean {
    const known = this.#found.get(pattern);
    if (known !== undefined) return known;
    const found = this.#search(patternMatcher(pattern));
    this.#found.set(pattern, found);
    return found;
  }

  #search(fits: (path: string) => boolean): boolean {
    for (const path of this.#paths) if (++this.#comparisons > MAX_COMPARISONS || fits(path)) return true;
    return false;
  }
}

const MAX_COMPARISONS = 200_000;

const latest = new WeakMap<readonly string[], KnownFiles>();

/** The index of a file list, cached: a list is used at every keystroke. */
export function knownFiles(files: readonly string[]): KnownFiles {
  const known = latest.get(files);
  if (known !== undefined) return known;
  const made = new KnownFiles(files);
  latest.set(files, made);
  return made;
}
