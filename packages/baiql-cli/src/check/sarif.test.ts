import { fileURLToPath } from 'node:url';
import { CATALOGUE } from '@promptwell/baiql-lang';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { SARIF_SCHEMA } from '../test-support/sarif-schema.js';
import { baiql, makeFolder } from '../test-support/run.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const isSarif = ajv.compile(SARIF_SCHEMA);

interface Log {
  runs: [
    {
      tool: { driver: { rules: { id: string }[] } };
      invocations: unknown[];
      artifacts: { location: { uri: string } }[];
      results: {
        ruleId: string;
        ruleIndex: number;
        locations: unknown[];
        fixes?: unknown[];
        relatedLocations?: unknown[];
        level: string;
      }[];
    },
  ];
}

const ODD_NAMES = [
  'a b.baiql',
  'übung.baiql',
  '50%25 #1?.baiql',
  '日本 [x] {y}.baiql',
  'c:d.baiql',
  'a\nb.baiql',
];

const EVERY_KIND = `BATCH_START
  LOAD "a/" AS WORK
  LOAD "b/" AS WORK
  LOAD "c.csv"
  LOAD "c.docx" AS TABLE
  LOAD AS FILE
  SET LINES_HEDAER = "A;B"
  SET XACT = 1
  SET UNUSED = "\\d"
  PROMPT "{NOBODY} and {NOBODY}
  PROMPT "{NOBODY} in {NOBODY} at {NOBODY}"
  run
  LIMIT 0
  OUTPUT "a.xyz"
  OUTPUT "b.csv" MATCH AGGREGATE
  OUTPUT "c.csv" FORMAT csv
  BREAK
  hello there
  OUPTUT "d.csv"
  IF 1 = 1
    SKIP
    STEP
END_BATCH
PROMPT "outside"
END_LOOP
`;

async function sarif(args: readonly string[], input = ''): Promise<{ status: number; log: Log }> {
  const { status, output } = await baiql(['check', '--format', 'sarif', ...args], { input });
  const log: unknown = JSON.parse(output);
  isSarif(log);
  expect(isSarif.errors).toBeNull();
  return { status, log: log as Log };
}

describe('baiql check --format sarif', () => {
  it('says place, rule, level, related places and fixes of each diagnostic', async () => {
    const input = [
      'BATCH_START',
      '  LOAD "a/" AS WORK',
      '  LOAD "b/" AS WORK',
      '  PROMPT "{INPTU}"',
      '  RUN',
      '  GLOBAL N = 1',
      '  WRITE_LOG "{N}"',
      '  SKPI',
      'END_BATCH',
    ].join('\n');
    const { status, log } = await sarif(['-'], input);
    const { results, tool } = log.runs[0];
    expect(results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
      'BQ304 error',
      'BQ401 error',
      'BQ603 note',
      'BQ201 warning',
    ]);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(results[0]?.relatedLocations).toHaveLength(1);
    expect(results[1]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'stdin' },
          region: { startLine: 4, startColumn: 11, endLine: 4, endColumn: 18 },
        },
      },
    ]);
    expect(results[1]?.fixes?.[0]).toEqual({
      description: { text: 'Change to INPUT' },
      artifactChanges: [
        {
          artifactLocation: { uri: 'stdin' },
          replacements: [
            {
              deletedRegion: { startLine: 4, startColumn: 12, endLine: 4, endColumn: 17 },
              insertedContent: { text: 'INPUT' },
            },
          ],
        },
      ],
    });
    expect(status).toBe(1);
  });

  it('lists every code of the language as a rule', async () => {
    const { log } = await sarif(['-'], '');
    expect(log.runs[0].tool.driver.rules.map(({ id }) => id)).toEqual(Object.keys(CATALOGUE));
    expect(log.runs[0].results).toEqual([]);
  });

  it('is sound for a script with every kind of mistake, and for none', async () => {
    const { log } = await sarif(['-'], EVERY_KIND);
    expect(new Set(log.runs[0].results.map(({ ruleId }) => ruleId)).size).toBeGreaterThan(15);
    expect(log.runs[0].results.some(({ relatedLocations }) => (relatedLocations?.length ?? 0) > 2)).toBe(
      true,
    );
  });

  it('names each script once, however often it is given', async () => {
    await using files = await makeFolder({ 'a.baiql': 'RUM', 'b.baiql': 'RUM' });
    const { log } = await sarif([files.path('a.baiql'), files.folder, files.path('b.baiql')]);
    expect(log.runs[0].results).toHaveLength(2);
    expect(log.runs[0].artifacts).toHaveLength(2);
  });

  it.each(ODD_NAMES)('writes the path %j as an address that leads back to it', async (name) => {
    await using files = await makeFolder({ [name]: 'RUM' });
    const { log } = await sarif([files.path(name)]);
    const [artifact] = log.runs[0].artifacts;
    expect(fileURLToPath(artifact?.location.uri ?? '')).toBe(files.path(name));
  });

  it('writes paths as addresses, and notes what it could not read', async () => {
    await using files = await makeFolder({ 'a b#.baiql': 'RUM' });
    const { status, log } = await sarif([files.path('a b#.baiql'), files.path('gone.baiql')]);
    expect(JSON.stringify(log.runs[0].results)).toContain('/a%20b%23.baiql"');
    expect(log.runs[0].invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          expect.objectContaining({ level: 'error', message: { text: 'No such file.' } }),
        ],
      },
    ]);
    expect(status).toBe(2);
  });
});
