import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { Suggestions } from '../../source/nearest.js';
import { isLoadable, resolvePath } from '../../source/paths.js';
import type { Source } from '../../source/source.js';
import { isPattern } from '../../source/patterns.js';
import { type LoadLine, plainText, type Text } from '../../tree/index.js';
import { DEFAULT_PATH_OUT, FILE_AREA } from '../../vocabulary/file-kinds.js';
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
export function pathsInside({ source, lines, pathIn }: RuleContext): Diagnostic[] {
  const checkInside = (folder: string, path: Text | null): Diagnostic[] =>
    path === null || source.isCutOff(path.range) ? [] : leaves(source, folder, path);
  return eachOf(lines.of('path-in', 'path-out', 'load', 'output', 'make-log', 'get'), (line) => {
    if (line.kind === 'path-in' || line.kind === 'path-out')
      // What follows the path may be its other half.
      return line.broken ? [] : checkInside(FILE_AREA, line.path);
    if (line.kind === 'load') return checkInside(pathIn, line.path);
    if (line.kind === 'output' || line.kind === 'make-log') return checkInside(DEFAULT_PATH_OUT, line.path);
    return checkInside(pathIn, line.file);
  });
}

function leaves(source: Source, folder: string, path: Text): Diagnostic[] {
  const plain = path.closed ? plainText(path) : null;
  if (plain === null || resolvePath(folder, plain) !== null) return [];
  const fixes = [ownDiskFix(source.slice(path.range), path, folder)];
  return [report('BQ306', 'The path leaves your files', path.range, { fixes })];
}

/** `C:\\Users\\me\\a.csv`, `~/a.csv`: on one's own disk. The file has to be among the user's files, by its name. */
function ownDiskFix(written: string, { range }: Text, folder: string): Fix | null {
  const bare = written.replace(/^"|"$/g, '');
  if (!/^(?:[A-Za-z]:|~|\\\\|file:|\/(?:Users|home)\/)/.test(bare) || folder === FILE_AREA) return null;
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
  const check = (path: Text | null): Diagnostic[] => {
    const plain = path === null ? null : plainText(path);
    const whole = plain === null ? null : resolvePath(pathIn, plain);
    if (path === null || plain === null || whole === null) return [];
    const isFound = isPattern(whole) ? files.has(whole) || patterns.hasMatch(whole) : files.has(whole);
    return isFound ? [] : [notFound(path, plain, suggestions.nearest(plain, files.names))];
  };
  return eachOf(lines.of('load', 'get'), (line) => {
    if (line.kind === 'load') return line.broken ? [] : check(line.path);
    return check(line.file);
  });
}

function notFound({ form, range }: Text, plain: string, name: string | null): Diagnostic {
  const isBare = form === 'bare' && name !== null && !/\s/.test(name);
  const fix = changeToFix(range, name === null || isBare ? name : `"${name}"`);
  return report('BQ305', `Not found in PATH_IN: ${plain}`, range, { fixes: [fix] });
}
