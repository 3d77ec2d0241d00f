import type { ProviderRequest } from '../contract.js';

type Json = string | number | boolean | null | Json[] | JsonObject;

interface JsonObject {
  [key: string]: Json;
}

/** The JSON object that a prompt asks for; undefined if it asks for none. */
export function jsonReplyTo(prompt: string, format: ProviderRequest['format']): string | undefined {
  const mustBeJson = format !== undefined;
  if (!mustBeJson && !/\bjson\b/i.test(prompt)) return undefined;
  const dice = rollFor(prompt);
  const properties = (format?.schema?.schema.properties ?? {}) as Readonly<Record<string, Property>>;
  const fields = Object.keys(properties);
  const example = findExample(prompt);
  const imitated = example && (imitate(example, '', prompt, dice) as JsonObject);
  if (imitated && fields.length === 0) return print(imitated);
  const keys = fields.length > 0 ? fields : findKeys(prompt);
  if (keys.length > 0) {
    const invented = keys.map((key) => [key, fit(properties[key], imitated?.[key], key, prompt, dice)]);
    return print({ ...imitated, ...(Object.fromEntries(invented) as JsonObject) });
  }
  return mustBeJson ? print({ answer: 'This is the Demo model’s reply.', demo: true }) : undefined;
}

/** Arguments for a tool, by the schema of its parameters. */
export function demoArguments(parameters: Readonly<Record<string, unknown>>, prompt: string): string {
  return JSON.stringify(fit({ ...parameters, type: 'object' }, undefined, '', prompt, rollFor(prompt)));
}

/** A field's schema. */
interface Property {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  enum?: readonly string[];
  description?: string;
  anyOf?: readonly Property[];
  properties?: Readonly<Record<string, Property>>;
  items?: Property;
}

/** A value of the schema's type; without a schema, from the example or the key's name. */
function fit(
  property: Property | undefined,
  example: Json | undefined,
  key: string,
  prompt: string,
  dice: Dice,
): Json {
  const {
    type,
    enum: choices = [],
    description = '',
    properties,
    items,
  } = property?.anyOf?.[0] ?? property ?? {};
  const [first, ...rest] = choices;
  if (first !== undefined) return dice.pick([first, ...rest]);
  const value = example ?? inventFor(key, prompt, dice);
  // A field may allow several types; the first of `anyOf` carries no meaning.
  if (property?.anyOf !== undefined && property.anyOf.length > 2) return value;
  switch (type) {
    case 'number':
    case 'integer':
      return typeof value === 'number' ? value : numberFor(key, prompt, dice, true);
    case 'array':
      if (items) return [1, 2].map(() => fit(items, undefined, singular(key), prompt, dice));
      return Array.isArray(value) ? value : [1, 2, 3].map((n) => `Demo ${singular(key)} ${n}`);
    case 'object':
      if (properties) return fitAll(properties, prompt, dice);
      return typeof value === 'object' ? value : { demo: true };
    case 'string':
      if (description.startsWith('A date'))
        return `2026-${two(dice.between(1, 12))}-${two(dice.between(1, 28))}`;
      return typeof value === 'string' ? value : dice.pick(DEMO_SENTENCES);
    case 'boolean':
      return typeof value === 'boolean' ? value : dice.between(0, 1) === 1;
    case 'null':
      return null;
    case undefined:
      return value;
  }
}

const fitAll = (properties: Readonly<Record<string, Property>>, prompt: string, dice: Dice): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, fit(each, undefined, name, prompt, dice)]),
  );

function print(value: Json): string {
  return JSON.stringify(value, null, 2);
}

/** Limits the work for prompts full of braces. */
const OBJECTS_TRIED = 30;

/** The first `{…}` in the prompt that is an example object; `<text>` and `…` are placeholders. */
function findExample(prompt: string): JsonObject | undefined {
  let at = -1;
  for (let tried = 0; tried < OBJECTS_TRIED; tried++) {
    at = prompt.indexOf('{', at + 1);
    if (at === -1) return undefined;
    const end = endOfObject(prompt, at);
    if (end === undefined) continue;
    const filledIn = prompt.slice(at, end).replace(/([:[,]\s*)(<[^<>"]{0,80}>|…|\.{3})/g, '$1"$2"');
    const parsed = parseObject(filledIn);
    if (parsed) return parsed;
  }
  return undefined;
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < Math.min(text.length, start + 4_000); i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}

function parseObject(text: string): Record<string, Json> | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.keys(value).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Quoted keys before a colon, else the list after "keys", "fields" and the like. */
function findKeys(prompt: string): string[] {
  const quoted = [...prompt.matchAll(/["“]([\w-]{1,40})["”]\s*:/g)].map(([, key = '']) => key);
  if (quoted.length > 0) return [...new Set(quoted)];
  const list =
    /\b(?:keys?|fields?|properties|attributes)\b(?:\s+(?:are|named|called))?\s*:?\s*([^.\n;]{1,400})/i.exec(
      prompt,
    )?.[1];
  const words = (list ?? '').replace(/\([^)]*\)/g, ' ').split(/,|\s+and\s+|\s+or\s+|&/i);
  const keys = words.map((word) => /^\W*([A-Za-z_][\w-]{0,39})\W*$/.exec(word.trim())?.[1]);
  return [...new Set(keys.filter((key) => key !== undefined))];
}

function imitate(example: Json, key: string, prompt: string, dice: Dice): Json {
  if (Array.isArray(example)) {
    const item = example[0] ?? '';
    return [0, 1, 2].slice(0, dice.between(2, 3)).map(() => imitate(item, singular(key), prompt, dice));
  }
  if (typeof example === 'object' && example !== null) {
    const fields = Object.entries(example);
    return Object.fromEntries(fields.map(([name, value]) => [name, imitate(value, name, prompt, dice)]));
  }
  if (typeof example === 'boolean') return dice.between(0, 1) === 1;
  if (typeof example === 'number') return numberFor(key, prompt, dice, Number.isInteger(example));
  const choices = typeof example === 'string' && /^[^|]{1,30}(\|[^|]{1,30})+$/.test(example);
  if (choices) return dice.pick(example.split('|').map((choice) => choice.trim()) as [string, ...string[]]);
  return inventFor(key, prompt, dice);
}

const DEMO_SENTENCES = [
  'Clear and complete, with room for one more example (Demo).',
  'A sound start; the second half needs more detail (Demo).',
  'Well organized and easy to follow (Demo).',
] as const;

/** Sample values by key name; the first match wins. */
const INVENTIONS: readonly [key: RegExp, invent: (dice: Dice, key: string) => Json][] = [
  [
    /^(is|has|can|should|needs)[_A-Z]|^(passed?|valid|match(es)?|approved|eligible|demo)$/,
    (dice) => dice.between(0, 1) === 1,
  ],
  [/date|deadline/i, (dice) => `2026-${two(dice.between(1, 12))}-${two(dice.between(1, 28))}`],
  [/e-?mail/i, (dice) => `demo${dice.between(1, 99)}@example.com`],
  [/phone/i, (dice) => `+1 555 01${two(dice.between(0, 99))}`],
  [/url|link|website/i, () => 'https://example.com/'],
  [
    /(full|first|last)?_?name$|candidate|student|author/i,
    (dice) => dice.pick(['Ada Sample', 'Ben Sample', 'Cleo Sample']),
  ],
  [/sentiment|tone/i, (dice) => dice.pick(['positive', 'neutral', 'negative'])],
  [/level|priority|risk|severity/i, (dice) => dice.pick(['low', 'medium', 'high'])],
  [/language/i, () => 'English'],
  [/category|label|topic|type|class$/i, (dice) => dice.pick(['general', 'question', 'request'])],
  [/title|headline|subject/i, (dice) => `Demo title ${dice.between(1, 99)}`],
  [
    /s$/,
    (dice, key) =>
      /ss$|notes$/.test(key) ? dice.pick(DEMO_SENTENCES) : [1, 2, 3].map((n) => `Demo ${singular(key)} ${n}`),
  ],
];

const NUMBERS =
  /score|rating|grade$|points|marks?$|percent|confidence|probability|count|number|total|years|age$|amount|price|rank/i;

function inventFor(key: string, prompt: string, dice: Dice): Json {
  if (NUMBERS.test(key)) return numberFor(key, prompt, dice, !/confidence|probability/i.test(key));
  const invention = INVENTIONS.find(([pattern]) => pattern.test(key));
  return invention ? invention[1](dice, key) : dice.pick(DEMO_SENTENCES);
}

/** Uses a range stated near the key, such as `score (0-10)`. */
function numberFor(key: string, prompt: string, dice: Dice, whole: boolean): number {
  if (!whole) return dice.between(50, 99) / 100;
  const at = key === '' ? -1 : prompt.indexOf(key);
  const near = at === -1 ? '' : prompt.slice(at + key.length, at + key.length + 60);
  const range = /(\d{1,6})\s*(?:-|–|to|and)\s*(\d{1,6})/.exec(near);
  const [low, high] = range ? [Number(range[1]), Number(range[2])] : [60, 98];
  return dice.between(Math.min(low, high), Math.max(low, high));
}

function singular(key: string): string {
  return key.replace(/ies$/, 'y').replace(/s$/, '');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Deterministic choices, seeded by the text. */
interface Dice {
  /** An integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

function rollFor(text: string): Dice {
  let state = 2_166_136_261;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16_777_619);
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { between, pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0] };
}
