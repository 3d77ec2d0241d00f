import { safeParse, type $ZodType, type JSONSchema } from 'zod/v4/core';
import { jsonSchemaOf } from '../../app/core/edge/openapi.server';

type Shape = JSONSchema._JSONSchema | undefined;

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'somebody@example.org',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00.000Z',
};

/** Something that fits a declared schema, made from its JSON Schema: no more than it must have, if that fits. */
export function sampleOf(schema: $ZodType): unknown {
  const shape = jsonSchemaOf(schema, 'input');
  const samples = [false, true].map((isWhole) => valueFor(shape, isWhole));
  const fitting = samples.find((sample) => safeParse(schema, sample).success);
  if (fitting === undefined)
    throw new Error(`${JSON.stringify(samples)} does not fit: teach sample-of.ts ${JSON.stringify(shape)}`);
  return fitting;
}

/** The same as the fields of a form, or of an address. */
export function sampleFields(schema: $ZodType): Record<string, string> {
  const entries = Object.entries(sampleOf(schema) ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Of alternatives, the first. `isWhole` gives the optional fields as well. */
function valueFor(shape: Shape, isWhole: boolean): unknown {
  if (typeof shape !== 'object') return 'x';
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [alternative] = shape.anyOf ?? shape.oneOf ?? [];
  if (alternative !== undefined) return valueFor(alternative, isWhole);
  switch (shape.type) {
    case 'object': {
      const names = isWhole ? Object.keys(shape.properties ?? {}) : (shape.required ?? []);
      return Object.fromEntries(names.map((name) => [name, valueFor(shape.properties?.[name], isWhole)]));
    }
    case 'array': {
      const items = Array.isArray(shape.items) ? shape.items[0] : shape.items;
      return Array.from({ length: shape.minItems ?? 0 }, () => valueFor(items, isWhole));
    }
    case 'integer':
    case 'number':
      return shape.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
    case undefined:
      return FORMATS[shape.format ?? ''] ?? 'x'.repeat(shape.minLength ?? 1);
  }
}
