import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { removeLineFix } from '../../diagnostics/line-fixes.js';
import { changeToFix, replaceFix, report } from '../../diagnostics/report.js';
import type { Range } from '../../source/position.js';
import { Suggestions } from '../../source/nearest.js';
import { extensionOf, isLoadable, isWithin, localFileName, resolvePath } from '../../source/paths.js';
import { isPattern, patternMatcher } from '../../source/patterns.js';
import type { Source } from '../../source/source.js';
import { type LoadLine, type OutputLine, plainText, type Text } from '../../tree/index.js';
import {
  DEFAULT_PATH_IN,
  DEFAULT_PATH_OUT,
  LIKELY_TYPES,
  LOADABLE,
  type LoadType,
  SAVED_AS,
} from '../../vocabulary/file-kinds.js';
import { checkEach, type RuleContext } from '../rule.js';
import { type KnownFiles, knownFiles, PatternSearch } from '../known-files.js';
import { findOwnFileReaders } from '../own-files.js';

/** Two WORKs in one batch. */
export function oneWork({ scopes, source }: RuleContext): Diagnostic[] {
  return scopes.batches.flatMap(({ batch, loads }) => {
    const works = loads.filter((load) => load.type?.word === 'WORK');
    const first = works[0];
    if (first === undefined || batch.damaged) return [];
    const related = [{ message: 'The first WORK', range: first.range }];
    return works.slice(1).map((load) => {
      const fixes = [wholeFolder(source, first.path, load)];
      return report('BQ304', 'Only one WORK is allowed per batch', load.command.range, { related, fixes });
    });
  });
}

/** `essays/*.docx` and `essays/*.pdf`: the folder contains both, perhaps with others. */
function wholeFolder(source: Source, first: Text | null, { path, range }: LoadLine): Fix | null {
  if (first === null || path === null) return null;
  const [folder, other] = [first, path].map(
    (each) => /^(.+\/)[^/]*[*?][^/]*$/.exec(plainText(each) ?? '')?.[1],
  );
  if (folder === undefined || folder !== other) return null;
  const edits = [...replaceFix('', first.range, `"${folder}"`).edits, ...removeLineFix(source, range).edits];
  return { title: `Use all files of ${folder}`, edits };
}

/** Paths that leave the user's files. */
export function pathsInside(context: RuleContext): Diagnostic[] {
  const { source, lines, foldersOf } = context;
  return checkEach(lines.of('path-in', 'path-out', 'load', 'output', 'make-log', 'get'), (line) => {
    const path = line.kind === 'get' ? line.file : line.path;
    // On a broken line the rest may be part of the path.
    if (path === null || line.broken || source.isCutOff(path.range)) return [];
    if (line.kind === 'path-in') return leaves(context, DEFAULT_PATH_IN, path, 'folder');
    if (line.kind === 'path-out') return leaves(context, DEFAULT_PATH_OUT, path, 'folder');
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
  // `/essays`: absolute by other programs' conventions; for outputs, folders are created.
  const isOwn = files !== undefined && below !== null && knownFiles(files).has(below);
  const isNew = below !== null && role === 'written' && /^\/(?!(?:Users|home|data)\/)/.test(plain);
  const fixes =
    isOwn || isNew
      ? [changeToFix(path.range, `"${plain.replace(/^\/+/, '')}"`)]
      : [role === 'folder' ? null : localPathFix(source.slice(path.range), path)];
  return [report('BQ306', 'The path leaves your files', path.range, { fixes })];
}

/** Outputs are written below PATH_OUT. */
function writesElsewhere(pathOut: string | null, path: Text): Diagnostic[] {
  const plain = path.closed ? plainText(path) : null;
  const whole = plain === null || pathOut === null ? null : resolvePath(pathOut, plain);
  if (whole === null || pathOut === null || isWithin(whole, pathOut)) return [];
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  const fixes = [name === '' ? null : changeToFix(path.range, `"${name}"`)];
  return [report('BQ308', `${whole} is outside PATH_OUT (${pathOut})`, path.range, { fixes })];
}

/** The file must be among the user's files, under its name. */
function localPathFix(written: string, { range }: Text): Fix | null {
  const name = localFileName(written.replace(/^"|"$/g, ''));
  return name === null ? null : changeToFix(range, `"${name}"`);
}

/** Files whose format the load type does not accept. */
export function loadable({ source, lines, scopes, environment, foldersOf }: RuleContext): Diagnostic[] {
  const files = knownFiles(environment.files ?? []);
  const meantBy = findMeant(files);
  return checkEach(lines.of('load'), (line) => {
    const { path, type } = line;
    const plain = path?.closed === true ? plainText(path) : null;
    if (path === null || plain === null || type === null) return [];
    const folder = foldersOf(line).in;
    const isFolder = folder !== null && files.isFolder(resolvePath(folder, plain) ?? '');
    if (isLoadable(isFolder ? `${plain}/` : plain, type.word)) return [];
    // Suggests existing names that can be loaded.
    const isKnownKind = LIKELY_TYPES[extensionOf(plain)] !== undefined;
    const meant = folder === null || isKnownKind || isFolder ? null : meantBy(path, plain, folder, type.word);
    const { loads = [] } = scopes.batches.find((each) => each.loads.includes(line)) ?? {};
    const hasWork = loads.some((load) => load !== line && load.type?.word === 'WORK');
    const isRef = type.word === 'REF' && folder !== null;
    const each = isRef ? eachAsRef(source, line.range, plain, files.namesBelow(folder)) : null;
    const fixes = meant === null ? [each, ...likelyTypes(plain, type, hasWork)] : [meant];
    const message = `${plain} cannot be loaded as ${type.word}${takenBy(plain, type.word)}`;
    return [report('BQ307', message, path.range, { fixes })];
  });
}

/** The formats the type accepts, or how to convert the file, if that is short. */
function takenBy(plain: string, type: LoadType): string {
  const { extensions, file, folder } = LOADABLE[type];
  const isFolder = isPattern(plain) || extensionOf(plain) === '';
  if (isFolder && type === 'REF') return ', which takes one file: LOAD each of them AS REF';
  if (isFolder ? !folder : !file) return `, which takes ${file ? 'one file' : 'a folder'}`;
  if (extensions.length <= MAX_ENDINGS) return ` (${extensions.join(', ')})`;
  const saved = SAVED_AS[extensionOf(plain)]?.find((ending) => extensions.includes(ending));
  return saved === undefined ? '' : `; save ${isFolder ? 'them' : 'it'} as ${saved}`;
}

const MAX_ENDINGS = 6;

const MAX_REFS = 20;
/** Maximum number of names searched. */
const MAX_NAMES = 2_000;

/** `LOAD "rules/*" AS REF`: each of the files. */
function eachAsRef(source: Source, line: Range, plain: string, names: ReadonlySet<string>): Fix | null {
  if (names.size > MAX_NAMES) return null;
  const fits = patternMatcher(isPattern(plain) ? plain : `${plain.replace(/\/$/, '')}/*`);
  const files = [...names].filter((name) => isLoadable(name, 'REF') && fits(name));
  if (files.length === 0 || files.length > MAX_REFS) return null;
  const loads = files.map((name) => `LOAD "${name}" AS REF`);
  const newText = loads.join(`${source.newline}${source.indentAt(line.start.offset)}`);
  return replaceFix(`LOAD each of them: ${files.join(', ')}`, line, newText);
}

/** The types that accept it. A document loaded as FILE probably means WORK, if there is none yet. */
function likelyTypes(
  plain: string,
  { range, word }: { range: Range; word: LoadType },
  hasWork: boolean,
): Fix[] {
  if (word === 'REF') return [];
  const types = LIKELY_TYPES[extensionOf(plain)] ?? ['WORK'];
  return types
    .toSorted((one, other) => Number(one === 'REF') - Number(other === 'REF'))
    .filter((type) => isLoadable(plain, type) && !(hasWork && type === 'WORK'))
    .map((type) => replaceFix(`Use AS ${type}`, range, type));
}

/** With known files: missing files. */
export function filesFound({ source, lines, scopes, environment, foldersOf }: RuleContext): Diagnostic[] {
  if (environment.files === undefined) return [];
  const { readers, misled, misplaced } = findOwnFileReaders(scopes, foldersOf);
  const files = knownFiles(environment.files);
  const patterns = new PatternSearch(files);
  const meantBy = findMeant(files);
  return checkEach(lines.of('load', 'get'), (line) => {
    const path = line.kind === 'load' ? line.path : line.file;
    const type = line.kind === 'load' ? line.type?.word : 'WORK';
    const folder = foldersOf(line).in;
    const plain = path === null ? null : plainText(path);
    const whole = plain === null || folder === null ? null : resolvePath(folder, plain);
    if (path === null || plain === null || folder === null || whole === null || type === undefined) return [];
    // Unloadable formats have their own diagnostic.
    if (line.kind === 'load' && (line.broken || !isLoadable(plain, type))) return [];
    if (readers.has(line) || files.has(whole) || (isPattern(whole) && patterns.hasMatch(whole))) return [];
    const message = `Not found in PATH_IN: ${plain}`;
    const output = misled.get(line);
    if (output !== undefined) {
      const related = [{ message: 'This writes a file for each transaction', range: output.range }];
      return [report('BQ305', message, path.range, { related, fixes: [gatherFix(source, output)] })];
    }
    const written = misplaced.get(line);
    const fixes = [written === undefined ? meantBy(path, plain, folder, type) : changeTo(path, written)];
    return [report('BQ305', message, path.range, { fixes })];
  });
}

/** Writes all transactions of an output to the one file it names. */
function gatherFix(source: Source, { path, grouping }: OutputLine): Fix | null {
  if (grouping !== null) return changeToFix(grouping.range, 'AGGREGATE');
  const end = path?.range.end.offset;
  return end === undefined ? null : replaceFix('Add AGGREGATE', source.range(end, end), ' AGGREGATE');
}

/** Finds the intended file of a path that is missing or cannot be loaded. */
function findMeant(files: KnownFiles) {
  const suggestions = new Suggestions();
  return (path: Text, plain: string, folder: string, type: LoadType): Fix | null => {
    const near =
      elsewhere(files, folder, plain) ?? suggestions.nearestUnique(plain, files.namesBelow(folder));
    if (near !== null && isLoadable(near, type)) return changeTo(path, near);
    const whole = resolvePath(folder, plain);
    if (whole === null || !isWithin(whole, folder) || isPattern(plain)) return null;
    return alike(path, plain, files.has(whole) ? null : type, files.loadableBelow(folder, type));
  };
}

/** The existing path from the default folder: PATH_IN is repeated in the path, or not intended. */
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
 * The only file or folder that matches a template's placeholder name, or differs in extension: "Grading Rubric.docx"
 * for rubric.docx, "Essays 9b" for essays/, the only table for roster.csv. Null if there are several, or none.
 */
function alike(path: Text, plain: string, type: LoadType | null, names: readonly string[]): Fix | null {
  const isFolder = /[/\\]$/.test(plain);
  const candidates = names.filter((name) => name.endsWith('/') === isFolder);
  const stem = folded(plain.replace(/\.\w+$/, ''));
  const named = stem.length < 3 ? [] : candidates.filter((name) => folded(name).includes(stem));
  const [only, ...others] = named.length > 0 ? named : type === 'FILE' || isFolder ? candidates : [];
  if (only === undefined || others.length > 0) return null;
  // Only the author knows whether another name is intended.
  return named.length > 0 ? changeTo(path, only) : replaceFix(`Use "${only}"`, path.range, `"${only}"`);
}

function changeTo({ form, range }: Text, name: string | null): Fix | null {
  const isBare = form === 'bare' && name !== null && !/\s/.test(name);
  return changeToFix(range, name === null || isBare ? name : `"${name}"`);
}
