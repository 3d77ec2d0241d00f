import { describe, expect, it } from 'vitest';
import * as language from '../src/index.js';
import { HOSTILE_SCRIPTS, LARGE_ENVIRONMENT } from './support/hostile-scripts.js';

const SMALL = 1_000;
const LARGE = 16 * SMALL;

/** Sixteen times the text takes sixteen times as long; what grows with its square would take 256 times. */
const MAX_GROWTH = 80;

/** What is as quick as this says nothing about growth. */
const QUICK_TIMES_JSON = 0.15;

/** Ten times the budget: where 50 ms are allowed, JSON.parse takes one. A hundred mistakes with their fixes take 80. */
const MAX_TIMES_JSON = 500;

/** What never ends has to be ended. */
const TIMEOUT_MS = 60_000;

/** Compiling and collecting garbage take the processor too; so many chances there are to do without. */
const MAX_ATTEMPTS = 8;

/** Long enough to be timed well, whatever the size of the scripts. */
const json = JSON.stringify(
  Array.from({ length: 8_000 }, (_, index) => `word ${index % 10}, words`.split(' ')),
);

/** The processor's time, in milliseconds: what else the machine does meanwhile does not count. */
function timeOf(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** How much longer the large script takes than the small one, and than JSON.parse of a text of 170,000 characters; at its best. */
function costOf(run: (script: string) => unknown, ofSize: (size: number) => string) {
  const [small, large] = [ofSize(SMALL), ofSize(LARGE)];
  let [smallMs, largeMs, jsonMs] = [Infinity, Infinity, Infinity];
  for (let attempt = 0; ; attempt++) {
    jsonMs = Math.min(
      jsonMs,
      timeOf(() => JSON.parse(json)),
    );
    smallMs = Math.min(
      smallMs,
      timeOf(() => run(small)),
    );
    largeMs = Math.min(
      largeMs,
      timeOf(() => run(large)),
    );
    const growth = largeMs / Math.max(smallMs, jsonMs * QUICK_TIMES_JSON);
    const timesJson = largeMs / jsonMs;
    const isGood = growth < MAX_GROWTH && timesJson < MAX_TIMES_JSON;
    if (isGood || attempt === MAX_ATTEMPTS) return { growth, timesJson };
  }
}

function expectLinear(run: (script: string) => unknown, ofSize: (size: number) => string): void {
  const { growth, timesJson } = costOf(run, ofSize);
  expect(growth, 'the time for sixteen times the text').toBeLessThan(MAX_GROWTH);
  expect(timesJson, 'the time beside that of JSON.parse').toBeLessThan(MAX_TIMES_JSON);
}

describe('a hostile script is checked in time that grows with its length, and no faster', () => {
  it.each(HOSTILE_SCRIPTS)(
    '$title',
    ({ ofSize }) => {
      expectLinear((script) => language.validate(script, LARGE_ENVIRONMENT), ofSize);
    },
    TIMEOUT_MS,
  );
});

const SERVICES: readonly (readonly [string, (script: string) => unknown])[] = [
  ['tokens', (script) => language.parse(script).tokens],
  ['the plan', (script) => language.compile(language.parse(script).tree)],
  ['formatting', (script) => language.formatEdits(script)],
  ['completion at the end', (script) => language.complete(script, script.length, LARGE_ENVIRONMENT)],
  ['completion in the middle', (script) => language.complete(script, script.length >> 1, LARGE_ENVIRONMENT)],
  ['hover', (script) => language.hover(script, script.length >> 1, LARGE_ENVIRONMENT)],
  ['definition', (script) => language.definition(script, script.length >> 1)],
  ['references', (script) => language.references(script, script.length >> 1)],
  ['rename', (script) => language.rename(script, (script.length >> 1) + 1, 'OTHER', LARGE_ENVIRONMENT)],
  ['the outline', (script) => language.documentSymbols(script)],
  ['folding', (script) => language.foldingRanges(script)],
  ['colouring', (script) => language.semanticTokens(script, LARGE_ENVIRONMENT)],
];

const SOME = HOSTILE_SCRIPTS.filter(
  (_script, index) => index % 16 === 0 || index >= HOSTILE_SCRIPTS.length - 6,
);

describe('so is what an editor asks', () => {
  it.each(SERVICES)(
    '%s',
    (_title, run) => {
      for (const { ofSize } of SOME) expectLinear(run, ofSize);
    },
    TIMEOUT_MS,
  );
});
