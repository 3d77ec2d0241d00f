/** What changes a script at a place: a number below the count of places there are. */
export interface Mutation {
  readonly title: string;
  readonly places: (script: string) => number;
  readonly change: (script: string, place: number, choice: number) => string;
}

const CHARACTERS = '" { } # x ( ) \\ 0 = , - é _ R .'.split(' ').concat(' ');
const LINES = [
  'RUN',
  'SKIP',
  'hello there',
  'END_IF',
  'END_LOOP',
  'END_BATCH',
  'BATCH_START',
  'ELSE',
  'PROMPT "More"',
  'LOOP 2',
  'IF XACT = 1',
  '"""',
  'LOAD "a/" AS WORK',
  'OUTPUT "more.csv"',
  'STEP',
  'SET MORE = 1',
  'NONSENSE',
];

const pick = (list: readonly string[], choice: number): string => list[choice % list.length] ?? '';

const character = (title: string, written: (character: string, choice: number) => string): Mutation => ({
  title: `a character is ${title}`,
  places: (script) => script.length,
  change: (script, at, choice) =>
    script.slice(0, at) + written(script.charAt(at), choice) + script.slice(at + 1),
});

const line = (
  title: string,
  written: (line: string, choice: number, next: string) => string[],
): Mutation => ({
  title: `a line is ${title}`,
  places: (script) => script.trimEnd().split('\n').length,
  change: (script, at, choice) => {
    const lines = script.split('\n');
    const next = lines[at + 1] ?? '';
    return [
      ...lines.slice(0, at),
      ...written(lines[at] ?? '', choice, next),
      ...lines.slice(at + (title === SWAPPED ? 2 : 1)),
    ].join('\n');
  },
});

const SWAPPED = 'put after the next one';

/** The ways in which a script is damaged at random. */
export const MUTATIONS: readonly Mutation[] = [
  character('left out', () => ''),
  character('doubled', (each) => each + each),
  character('another', (_each, choice) => pick(CHARACTERS, choice)),
  character('too many', (each, choice) => pick(CHARACTERS, choice) + each),
  line('left out', () => []),
  line('doubled', (each) => [each, each]),
  line('too many', (each, choice) => [pick(LINES, choice), each]),
  line(SWAPPED, (each, _choice, next) => [next, each]),
];
