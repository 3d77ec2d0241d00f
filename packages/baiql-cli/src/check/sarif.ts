import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CATALOGUE, type Diagnostic, type Fix, type Range, type Severity } from '@promptwell/baiql-lang';
import { STANDARD_INPUT, type Unreadable } from '../files/read-scripts.js';
import type { Checked, Reporter } from './reporter.js';

// The Static Analysis Results Interchange Format 2.1.0, an OASIS standard (sections 3.13 to 3.57).
const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  hint: 'note',
};

const CODES = Object.keys(CATALOGUE);

const RULES = Object.entries(CATALOGUE).map(([id, { severity, message, about }]) => ({
  id,
  shortDescription: { text: message },
  fullDescription: { text: about },
  help: { text: about },
  defaultConfiguration: { level: LEVELS[severity] },
}));

/** One log with one run: every code is a rule, every diagnostic a result with its fixes. */
export const reporter: Reporter = ({ checked, unreadable }) => {
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'baiql', rules: RULES } },
        invocations: [
          {
            executionSuccessful: unreadable.length === 0,
            toolExecutionNotifications: unreadable.map(notification),
          },
        ],
        columnKind: 'utf16CodeUnits',
        artifacts: checked.map(({ file }) => ({ location: { uri: uriOf(file) } })),
        results: checked.flatMap((script) => script.diagnostics.map((each) => resultOf(script, each))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

function notification({ file, reason }: Unreadable) {
  return {
    level: 'error',
    message: { text: reason },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  };
}

function resultOf({ file }: Checked, { code, severity, message, range, related, fixes }: Diagnostic) {
  const uri = uriOf(file);
  return {
    ruleId: code,
    ruleIndex: CODES.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: placeOf(uri, range) }],
    ...(related === undefined
      ? {}
      : {
          relatedLocations: related.map((place) => ({
            physicalLocation: placeOf(uri, place.range),
            message: { text: place.message },
          })),
        }),
    ...(fixes === undefined ? {} : { fixes: fixes.map((fix) => fixOf(uri, fix)) }),
  };
}

function fixOf(uri: string, { title, edits }: Fix) {
  const replacements = edits.map(({ range, newText }) => ({
    deletedRegion: regionOf(range),
    insertedContent: { text: newText },
  }));
  return {
    description: { text: title },
    artifactChanges: [{ artifactLocation: { uri }, replacements }],
  };
}

function placeOf(uri: string, range: Range) {
  return { artifactLocation: { uri }, region: regionOf(range) };
}

/** Lines and columns are 1-based and `endColumn` is exclusive, as in our own ranges. */
function regionOf({ start, end }: Range) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function uriOf(file: string): string {
  if (file === STANDARD_INPUT) return 'stdin';
  if (path.isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(path.sep).map(encodeURIComponent).join('/');
}
