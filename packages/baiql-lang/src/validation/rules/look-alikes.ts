import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report, replaceFix } from '../../diagnostics/report.js';
import { foldName, isName, NAME_REST, NAME_START, nameOfHeader } from '../../source/names.js';
import { nearestColumn } from '../../source/nearest.js';
import type { Range } from '../../source/position.js';
import type { Text } from '../../tree/index.js';
import { checkEach, knownNames, type RuleContext } from '../rule.js';

/** Text that looks like a placeholder but is not, or only partly. */
interface LookAlike {
  readonly range: Range;
  readonly written: string;
  /** The intended name, in upper case. */
  readonly name: string;
}

const NAME = `[${NAME_START}][${NAME_REST}]*`;
/** A name, or a column's header as in the table. */
const HEADER = `[${NAME_START}][${NAME_REST} .\\-]*`;

/**
 * Placeholder syntaxes of other programs; the first group is the name. Those with two braces come first, because they
 * contain a valid placeholder.
 */
const FORMS = new RegExp(
  [
    // Mail merge, templates of programs and of newsletters.
    `<<[ \\t]*(${HEADER}?)[ \\t]*>>`,
    `<%=?[ \\t]*(${HEADER}?)[ \\t]*%>`,
    `\\[\\[[ \\t]*(${HEADER}?)[ \\t]*\\]\\]`,
    `\\*\\|(${HEADER}?)\\|\\*`,
    `#\\{[ \\t]*(${HEADER}?)[ \\t]*\\}`,
    `\\{\\{\\{[ \\t]*(${HEADER}?)[ \\t]*\\}\\}\\}`,
    `\\{\\{[ \\t]*(${HEADER}?)[ \\t]*\\}\\}`,
    `\\$\\{[ \\t]*(${HEADER}?)[ \\t]*\\}`,
    `(?<!\\\\)\\{[ \\t]*([${NAME_START}0-9][^{}\\r\\n]*?)[ \\t]*\\}`,
    // A Markdown link is followed by an address.
    `(?<!(?<!\\\\)\\w|\\])\\[(${HEADER})\\](?![([])`,
    `<(${HEADER})>`,
    `«(${HEADER})»`,
    `(?<!(?<!\\\\)\\w)%(${NAME})%(?!\\w)`,
    `\\$\\((${NAME})\\)`,
    `%\\((${HEADER}?)\\)s(?!\\w)`,
    `(?<![\\w#])#(${NAME})#(?!\\w)`,
    `(?<![\\w$\\\\])\\$(${NAME})(?![\\w({])`,
    `(?<![\\w.@])@(${NAME})(?![\\w(.])`,
    `(?<!\\w)__([${NAME_START}](?:_?[${NAME_REST.replace('_', '')}])*)__(?!\\w)`,
    // Without closing brace; in JSON a colon or quote would follow.
    `(?<!\\\\)\\{(${NAME})(?=[ \\t]*(?:[.,;!?)\\r\\n"]|$)|[ \\t]+[\\p{L}\\p{N}])(?![^{}\\r\\n]*\\})`,
  ].join('|'),
  'gu',
);

/** Look-alikes of placeholders whose name is known. */
export function lookAlikePlaceholders(context: RuleContext): Diagnostic[] {
  return checkEach(lookAlikesOf(context), ({ range, written, name }) => {
    // `[Name]` may be for the reader of the reply to fill in; only the author knows, so the fix is not safe.
    const isDoubtful = /^(?:@|\[(?!\[)|<(?![<%]))/.test(written);
    const verb = isDoubtful && !ALWAYS.has(name) ? 'Use' : 'Write';
    const fixes = [replaceFix(`${verb} {${name}}`, range, `{${name}}`)];
    return [report('BQ408', diagnosticOf(written), range, { fixes })];
  });
}

/** `{{NAME}}` and `${NAME}` contain a valid placeholder. */
function diagnosticOf(written: string): string {
  const [filled] = SOUND.exec(written) ?? [];
  return filled === undefined
    ? `${written} looks like a placeholder but is sent as it is`
    : `Only ${filled} is filled in: the rest of ${written} is sent as it is`;
}

const SOUND = new RegExp(`\\{${NAME}\\}`, 'u');

/** The intended names of look-alikes, in upper case. */
export function namesOfLookAlikes(context: RuleContext): ReadonlySet<string> {
  return new Set(lookAlikesOf(context).map(({ name }) => name));
}

const FOUND = new WeakMap<RuleContext, readonly LookAlike[]>();

/** Cached, because several rules use them. */
function lookAlikesOf(context: RuleContext): readonly LookAlike[] {
  const known = FOUND.get(context);
  if (known !== undefined) return known;
  const found = findLookAlikes(context);
  FOUND.set(context, found);
  return found;
}

function findLookAlikes(context: RuleContext): LookAlike[] {
  const { source, tables, lines } = context;
  const names = knownNames(context);
  const headers = new Set(tables.loaded.flatMap((table) => table.headers.map(foldName)));
  /** A column such as 2024, whose header is not a valid name: it is available by number if there is one table. */
  const numbered = (written: string, fold: (header: string) => string): string | null => {
    const [table, ...others] = tables.loaded;
    if (table === undefined || others.length > 0) return null;
    const place = table.headers.findIndex((header) => fold(header) === fold(written));
    return table.names[place] ?? null;
  };
  const meantBy = (written: string, inBraces: boolean): string | null => {
    // {row['Student']}; {TAGS[0]}, an item of a list: only the whole column is available.
    const [, header, list = ''] =
      /^(?:\w+\[\s*\\?["']([^"'\\]+)\\?["']\s*\]|(.+)\[\d+\])$/u.exec(written) ?? [];
    const key = nameOfHeader(header ?? list);
    if (inBraces && names.has(key)) return key;
    // Text with JSON or code characters only counts as a column if it is the whole header: {What is "fair"?}.
    if (CODE.test(written) && !headers.has(foldName(written))) return null;
    const folded = isName(written) ? foldName(written) : nameOfHeader(written);
    if (names.has(folded) || ALWAYS.has(folded)) {
      const name = isName(folded) ? folded : null;
      // Of Price (€) and Price ($), which share a name, the one with this header.
      if (headers.has(foldName(written))) return numbered(written, foldName) ?? name;
      return name ?? numbered(written, nameOfHeader);
    }
    if (!inBraces) return null;
    // {row.NAME}, as in programs.
    const [, whole = '', member = ''] = /^([^.]+)\.([^.]+)$/.exec(written) ?? [];
    if (names.has(nameOfHeader(member))) return nameOfHeader(member);
    // {META.YEAR}, a field of a JSON column: only the whole column is available.
    if (names.has(nameOfHeader(whole))) return nameOfHeader(whole);
    // {Student Name}, if the table's header is Student.
    return /^\S+ \S+$/.test(written) ? nearestColumn(folded, tables.names) : null;
  };
  return [...lines.of('prompt', 'write-log', 'set', 'global', 'output')].flatMap((line) => {
    const text = 'text' in line ? line.text : 'path' in line ? line.path : line.value;
    if (text?.kind !== 'text' || line.broken) return [];
    return inText(source.slice(text.range), text).flatMap(({ start, written, inner }): LookAlike[] => {
      const name = meantBy(inner, written.startsWith('{'));
      const from = text.range.start.offset + start;
      if (name === null || isClosed(written, inner, source.slice(text.range))) return [];
      return [{ range: source.range(from, from + written.length), written, name }];
    });
  });
}

/** The apostrophe of `Chiffre d'affaires` is not one of these characters. */
const CODE = /[":,=;<>()[\]]|(?<!\p{L})'|'(?!\p{L})/u;

/** Names of a transaction: other built-ins, such as [DATE], may be for the model to fill in. */
const ALWAYS = new Set(['INPUT', 'INPUT_TEXT', 'LINE', 'FILENAME']);

function inText(
  raw: string,
  { parts }: Text,
): { readonly start: number; readonly written: string; readonly inner: string }[] {
  if (!mayHold(raw, parts)) return [];
  const sound = new Set(parts.flatMap((part) => (part.kind === 'placeholder' ? [`{${part.written}}`] : [])));
  return [...raw.matchAll(FORMS)].flatMap((found) => {
    const [written, ...groups] = found;
    // Exactly one group matches.
    const inner = groups.join('');
    return sound.has(written) ? [] : [{ start: found.index, written, inner: inner.trim() }];
  });
}

/** Fast path: most texts have no such characters besides their placeholders'. */
function mayHold(raw: string, parts: Text['parts']): boolean {
  if (/[[<«%$@#]|\*\||__|\{\{/.test(raw)) return true;
  let braces = 0;
  for (let at = raw.indexOf('{'); at >= 0; at = raw.indexOf('{', at + 1)) braces += 1;
  return braces > parts.filter(({ kind }) => kind === 'placeholder').length;
}

/** `<title>` … `</title>` is a tag. */
function isClosed(written: string, inner: string, text: string): boolean {
  return /^<(?![<%])/.test(written) && text.includes(`</${inner}>`);
}
