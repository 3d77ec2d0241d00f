import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { changeToFix, replaceFix, report } from '../../diagnostics/report.js';
import { Suggestions } from '../../source/nearest.js';
import { extensionOf, isLoadable, resolvePath } from '../../source/paths.js';
import type { Source } from '../../source/source.js';
import { isPattern } from '../../source/patterns.js';
import { type LoadLine, plainText, type Text } from '../../tree/index.js';
import { DEFAULT_PATH_OUT, FILE_AREA } from '../../vocabulary/file-kinds.js';
import type { LoadType } from '../../vocabulary/vocabulary.js';
import type { Environment } from '../environment.js';
import type { RuleContext } from '../rule.js';
import { knownFiles, PatternSearch } from '../known-files.js';
import { eachOf } from '../each-of.js';

/** Two WORKs in one batch. */
export function oneWork({ scopes }: RuleContext): Diagnostic[] {
  return scopes.batches.flatMap(({ batch, loads }) => {
    const works = loads.filter((load) => load.type?.word === 'WORK');
    const first = works[0];
    if (first === undefined || batch.damaged) return [];
    const related = [{ message: 'The first WORK', range: first.range }];
    return works
      .slice(1)
      .map((load) => report('BQ304', 'Only one WORK is allowed per batch', load.command.range, { related }));
  });
}

/** Paths that leave the user's files. */
export function pathsInside({ source, lines, pathIn, environment }: RuleContext): Diagnostic[] {
  const checkInside = (folder: string, path: Text | null): Diagnostic[] =>
    path === null || source.isCutOff(path.range) ? [] : leaves(source, folder, path, environment);
  return eachOf(lines.of('path-in', 'path-out', 'load', 'output', 'make-log', 'get'), (line) => {
    if (line.kind === 'path-in' || line.kind === 'path-out')
      // What follows the path may be its other half.
      return line.broken ? [] : checkInside(FILE_AREA, line.path);
    if (line.kind === 'load') return checkInside(pathIn, line.path);
    if (line.kind === 'output' || line.kind === 'make-log') return checkInside(DEFAULT_PATH_OUT, line.path);
    return checkInside(pathIn, line.file);
  });
}

function leaves(source: Source, folder: string, path: Text, { files }: Environment): Diagnostic[] {
  const plain = path.closed ? plainText(path) : null;
  if (plain === null || resolvePath(folder, plain) !== null) return [];
  const below = resolvePath(folder, plain.replace(/^\/+/, ''));
  // `/essays`: a folder of one's own, as one writes it elsewhere.
  const isOwn = files !== undefined && below !== null && knownFiles(files, folder).has(below);
  const fixes = isOwn
    ? [changeToFix(path.range, `"${plain.replace(/^\/+/, '')}"`)]
    : [ownDiskFix(source.slice(path.range), path, folder)];
  return [report('BQ306', 'The path leaves your files', path.range, { fixes })];
}

/** `C:\\Users\\me\\a.csv`, `~/a.csv`: on one's own disk. The file has to be among the user's files, by its name. */
function ownDiskFix(written: string, { range }: Text, folder: string): Fix | null {
  const bare = written.replace(/^"|"$/g, '');
  if (folder === FILE_AREA) return null;
  if (!/^(?:[A-Za-z]:|~|\\\\|file:|\/(?:Users|home)\/)/.test(bare)) return null;
  const name = bare
    .split(/[\\/]+/)
    .filter((part) => part !== '')
    .at(-1);
  return name === undefined ? null : changeToFix(range, `"${name}"`);
}

/** Files of a kind that cannot be loaded so. */
export function loadable({ lines }: RuleContext): Diagnostic[] {
  return eachOf(lines.of('load'), checkLoadable);
}

function checkLoadable({ path, type }: LoadLine): Diagnostic[] {
  const plain = path?.closed === true ? plainText(path) : null;
  if (path === null || plain === null || type === null) return [];
  if (isLoadable(plain, type.word)) return [];
  return [report('BQ307', `${plain} cannot be loaded as ${type.word}`, path.range)];
}

/** With the files at hand: what is not there. */
export function filesFound({ lines, environment, pathIn }: RuleContext): Diagnostic[] {
  if (environment.files === undefined) return [];
  const files = knownFiles(environment.files, pathIn);
  const patterns = new PatternSearch(files);
  const suggestions = new Suggestions();
  const check = (path: Text | null, type: LoadType): Diagnostic[] => {
    const plain = path === null ? null : plainText(path);
    const whole = plain === null ? null : resolvePath(pathIn, plain);
    if (path === null || plain === null || whole === null) return [];
    const isFound = isPattern(whole) ? files.has(whole) || patterns.hasMatch(whole) : files.has(whole);
    if (isFound) return [];
    const meant = suggestions.nearest(plain, files.names);
    if (meant !== null || isPattern(plain)) return [notFound(path, plain, changeTo(path, meant))];
    return [notFound(path, plain, alike(path, plain, type, files.names))];
  };
  return eachOf(lines.of('load', 'get'), (line) => {
    if (line.kind === 'load')
      return line.broken || line.type === null ? [] : check(line.path, line.type.word);
    return check(line.file, 'WORK');
  });
}

const MOST_NAMES = 2_000;
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The one file or folder that may stand for a name out of a template or with another ending: "Grading Rubric.docx" for
 * rubric.docx, "Essays 9b" for essays/, the only table for roster.csv. Null when there are several, or none.
 */
function alike(path: Text, plain: string, type: LoadType, names: ReadonlySet<string>): Fix | null {
  const isFolder = /[/\\]$/.test(plain);
  const fits = (name: string): boolean =>
    name.endsWith('/') ? !name.slice(0, -1).includes('/') : extensionOf(name) !== '' && !name.includes('/');
  const candidates = [...names]
    .slice(0, MOST_NAMES)
    .filter((name) => fits(name) && name.endsWith('/') === isFolder && isLoadable(name, type));
  const stem = folded(plain.replace(/\.\w+$/, ''));
  const named = stem.length < 3 ? [] : candidates.filter((name) => folded(name).includes(stem));
  const [only, ...others] = named.length > 0 ? named : type === 'FILE' || isFolder ? candidates : [];
  if (only === undefined || others.length > 0) return null;
  // Only the author knows whether another name is meant.
  return named.length > 0 ? changeTo(path, only) : replaceFix(`Use "${only}"`, path.range, `"${only}"`);
}

function changeTo({ form, range }: Text, name: string | null): Fix | null {
  const isBare = form === 'bare' && name !== null && !/\s/.test(name);
  return changeToFix(range, name === null || isBare ? name : `"${name}"`);
}

function notFound({ range }: Text, plain: string, fix: Fix | null): Diagnostic {
  return report('BQ305', `Not found in PATH_IN: ${plain}`, range, { fixes: [fix] });
}
