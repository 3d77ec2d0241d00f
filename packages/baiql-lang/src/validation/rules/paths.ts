import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { changeToFix, replaceFix, report } from '../../diagnostics/report.js';
import { Suggestions } from '../../source/nearest.js';
import { isWithin, isLoadable, resolvePath } from '../../source/paths.js';
import { isPattern } from '../../source/patterns.js';
import { type LoadLine, plainText, type Text } from '../../tree/index.js';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT } from '../../vocabulary/file-kinds.js';
import type { LoadType } from '../../vocabulary/vocabulary.js';
import type { RuleContext } from '../rule.js';
import { type KnownFiles, knownFiles, PatternSearch } from '../known-files.js';
import { eachOf } from '../each-of.js';
import { readersOfOwnFiles } from '../own-files.js';

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
export function pathsInside(context: RuleContext): Diagnostic[] {
  const { source, lines, foldersOf } = context;
  return eachOf(lines.of('path-in', 'path-out', 'load', 'output', 'make-log', 'get'), (line) => {
    const path = line.kind === 'get' ? line.file : line.path;
    if (path === null || source.isCutOff(path.range)) return [];
    // What follows a folder may be its other half.
    if (line.kind === 'path-in') return line.broken ? [] : leaves(context, DEFAULT_PATH_IN, path, 'folder');
    if (line.kind === 'path-out') return line.broken ? [] : leaves(context, DEFAULT_PATH_OUT, path, 'folder');
    const folders = foldersOf(line);
    if (line.kind === 'load' || line.kind === 'get')
      return leaves(context, folders.in ?? DEFAULT_PATH_IN, path, 'read');
    const left = leaves(context, folders.out ?? DEFAULT_PATH_OUT, path, 'written');
    return left.length > 0 ? left : writesElsewhere(folders.out, path);
  });
}

function leaves(
  { source, environment: { files } }: RuleContext,
  folder: string,
  path: Text,
  role: 'folder' | 'read' | 'written',
): Diagnostic[] {
  const plain = path.closed ? plainText(path) : null;
  if (plain === null || resolvePath(folder, plain) !== null) return [];
  const below = resolvePath(folder, plain.replace(/^\/+/, ''));
  // `/essays`: a folder of one's own, as one writes it elsewhere; what is written makes its folders.
  const isOwn = files !== undefined && below !== null && knownFiles(files).has(below);
  const isNew = below !== null && role === 'written' && /^\/(?!(?:Users|home|data)\/)/.test(plain);
  const fixes =
    isOwn || isNew
      ? [changeToFix(path.range, `"${plain.replace(/^\/+/, '')}"`)]
      : [role === 'folder' ? null : ownDiskFix(source.slice(path.range), path)];
  return [report('BQ306', 'The path leaves your files', path.range, { fixes })];
}

/** What is written lands below PATH_OUT. */
function writesElsewhere(pathOut: string | null, path: Text): Diagnostic[] {
  const plain = path.closed ? plainText(path) : null;
  const whole = plain === null || pathOut === null ? null : resolvePath(pathOut, plain);
  if (whole === null || pathOut === null || isWithin(whole, pathOut)) return [];
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  const fixes = [name === '' ? null : changeToFix(path.range, `"${name}"`)];
  return [report('BQ308', `${whole} is outside PATH_OUT (${pathOut})`, path.range, { fixes })];
}

/** `C:\\Users\\me\\a.csv`, `~/a.csv`: on one's own disk. The file has to be among the user's files, by its name. */
function ownDiskFix(written: string, { range }: Text): Fix | null {
  const bare = written.replace(/^"|"$/g, '');
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
export function filesFound({ lines, scopes, environment, foldersOf }: RuleContext): Diagnostic[] {
  if (environment.files === undefined) return [];
  const ownReaders = readersOfOwnFiles(scopes, foldersOf);
  const files = knownFiles(environment.files);
  const patterns = new PatternSearch(files);
  const suggestions = new Suggestions();
  const check = (path: Text | null, folder: string | null, type: LoadType): Diagnostic[] => {
    const plain = path === null ? null : plainText(path);
    const whole = plain === null || folder === null ? null : resolvePath(folder, plain);
    if (path === null || plain === null || folder === null || whole === null) return [];
    const isFound = isPattern(whole) ? files.has(whole) || patterns.hasMatch(whole) : files.has(whole);
    if (isFound) return [];
    const names = files.namesBelow(folder);
    const meant = elsewhere(files, folder, plain) ?? suggestions.surest(plain, names);
    const isOutside = !isWithin(whole, folder);
    if (meant !== null || isOutside || isPattern(plain))
      return [notFound(path, plain, changeTo(path, meant))];
    return [notFound(path, plain, alike(path, plain, type, files.loadableBelow(folder, type)))];
  };
  return eachOf(lines.of('load', 'get'), (line) => {
    if (ownReaders.has(line)) return [];
    const folder = foldersOf(line).in;
    if (line.kind === 'load')
      return line.broken || line.type === null ? [] : check(line.path, folder, line.type.word);
    return check(line.file, folder, 'WORK');
  });
}

/** What is there, seen from the usual folder: the path that PATH_IN begins with is written twice, or is not meant. */
function elsewhere(files: KnownFiles, folder: string, plain: string): string | null {
  const whole = resolvePath(DEFAULT_PATH_IN, plain);
  if (whole === null || !files.has(whole)) return null;
  const root = folder.endsWith('/') ? folder : `${folder}/`;
  return whole.startsWith(root) ? whole.slice(root.length) : whole;
}

const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The one file or folder that may stand for a name out of a template or with another ending: "Grading Rubric.docx" for
 * rubric.docx, "Essays 9b" for essays/, the only table for roster.csv. Null when there are several, or none.
 */
function alike(path: Text, plain: string, type: LoadType, names: readonly string[]): Fix | null {
  const isFolder = /[/\\]$/.test(plain);
  const candidates = names.filter((name) => name.endsWith('/') === isFolder);
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
