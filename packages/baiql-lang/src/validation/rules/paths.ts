import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { nearest } from '../../source/nearest.js';
import { isLoadable, resolvePath } from '../../source/paths.js';
import { type LoadLine, plainText, type Text } from '../../tree/index.js';
import { DEFAULT_PATH_OUT, FILE_AREA } from '../../vocabulary/file-kinds.js';
import type { RuleContext } from '../rule.js';
import { isAmong, wholePaths } from '../tables.js';

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
export function pathsInside({ tree, pathIn }: RuleContext): Diagnostic[] {
  return tree.lines.flatMap((line) => {
    if (line.kind === 'path-in' || line.kind === 'path-out') return checkInside(FILE_AREA, line.path);
    if (line.kind === 'load') return checkInside(pathIn, line.path);
    if (line.kind === 'output' || line.kind === 'make-log') return checkInside(DEFAULT_PATH_OUT, line.path);
    const isFile = line.kind === 'get' && line.source?.kind === 'file';
    return isFile ? checkInside(pathIn, line.source.path) : [];
  });
}

function checkInside(folder: string, path: Text | null): Diagnostic[] {
  const plain = path?.closed === true ? plainText(path) : null;
  if (path === null || plain === null || resolvePath(folder, plain) !== null) return [];
  return [report('BQ306', 'The path leaves your files', path.range)];
}

/** Files of a kind that cannot be loaded so. */
export function loadable({ tree }: RuleContext): Diagnostic[] {
  return tree.lines.flatMap((line) => (line.kind === 'load' ? checkLoadable(line) : []));
}

function checkLoadable({ path, type }: LoadLine): Diagnostic[] {
  const plain = path?.closed === true ? plainText(path) : null;
  if (path === null || plain === null || type === null) return [];
  if (isLoadable(plain, type.word)) return [];
  return [report('BQ307', `${plain} cannot be loaded as ${type.word}`, path.range)];
}

/** With the files at hand: what is not there. */
export function filesFound({ tree, environment, pathIn }: RuleContext): Diagnostic[] {
  if (environment.files === undefined) return [];
  const files = wholePaths(environment.files, pathIn);
  return tree.lines.flatMap((line) => {
    if (line.kind === 'load' && !line.broken) return checkFound(line.path, files, pathIn);
    if (line.kind === 'get' && line.source?.kind === 'file')
      return checkFound(line.source.path, files, pathIn);
    return [];
  });
}

function checkFound(path: Text | null, files: ReadonlySet<string>, pathIn: string): Diagnostic[] {
  const plain = path === null ? null : plainText(path);
  const whole = plain === null ? null : resolvePath(pathIn, plain);
  if (path === null || plain === null || whole === null || isAmong(whole, files)) return [];
  const inner = path.form === 'bare' ? path.range : null;
  const name = nearest(plain, namesBelow(files, pathIn));
  const fix = changeToFix(
    path.range,
    name === null ? null : inner !== null && !/\s/.test(name) ? name : `"${name}"`,
  );
  return [report('BQ305', `Not found in PATH_IN: ${plain}`, path.range, { fixes: [fix] })];
}

/** What could have been written: files and folders below PATH_IN. */
function namesBelow(files: ReadonlySet<string>, pathIn: string): Set<string> {
  const root = pathIn.endsWith('/') ? pathIn : `${pathIn}/`;
  const names = new Set<string>();
  for (const file of files) {
    if (!file.startsWith(root)) continue;
    const name = file.slice(root.length);
    names.add(name);
    const slash = name.lastIndexOf('/');
    if (slash > 0) names.add(name.slice(0, slash)).add(name.slice(0, slash + 1));
  }
  return names;
}
