import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { resolvePath } from '../../source/paths.js';
import { plainText } from '../../tree/index.js';
import { DEFAULT_PATH_IN } from '../../vocabulary/file-kinds.js';
import { checkEach, type RuleContext } from '../rule.js';

/** With the files at hand: short texts that can be read in more than one encoding, with their readings side by side. */
export function doubtfulEncodings({ source, lines, environment, foldersOf }: RuleContext): Diagnostic[] {
  const readings = new Map(
    Object.entries(environment.readings ?? {}).map(([path, of]) => [resolvePath(DEFAULT_PATH_IN, path), of]),
  );
  if (readings.size === 0) return [];
  return checkEach(lines.of('load'), (load) => {
    const { path, type, encoding, broken } = load;
    const isRead = type?.word === 'FILE' || type?.word === 'LINES';
    const plain = path === null ? null : plainText(path);
    const folder = foldersOf(load).in;
    if (broken || !isRead || encoding !== null || path === null || plain === null || folder === null)
      return [];
    const [best, ...others] = readings.get(resolvePath(folder, plain)) ?? [];
    if (best === undefined || others.length === 0) return [];
    const end = load.range.end.offset;
    const fixes = [best, ...others].map((reading) =>
      replaceFix(
        `Read it as ${reading.encoding}: ${reading.sample}`,
        source.range(end, end),
        ` ENCODING "${reading.encoding}"`,
      ),
    );
    const message = `${plain} can be read in more than one way. Without ENCODING it is read as ${best.encoding}`;
    return [report('BQ310', message, path.range, { fixes })];
  });
}
