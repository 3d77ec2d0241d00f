import { parseWithZod } from '@conform-to/zod/v4';
import { expect, it } from 'vitest';
import { formSchema } from './form-schema.server';
import { z } from '~/core/shared/zod';

const schema = z.object({ plain: z.number().optional(), coerced: z.coerce.number().optional() });
const read = (text: string) => {
  const submission = parseWithZod(new URLSearchParams({ plain: text, coerced: text }), formSchema(schema));
  return submission.status === 'success' ? submission.value : Object.keys(submission.error ?? {}).sort();
};

it.each([
  ['16', 16],
  ['-5', -5],
  ['0.5', 0.5],
  ['1e3', 1000],
  [' 7 ', 7],
])('%j is the number %d', (text, number) => expect(read(text)).toEqual({ plain: number, coerced: number }));

it.each(['0x10', '0b11', '0o7', 'Infinity', 'NaN', '1,5', '5 apples', '-', '1e999'])(
  '%j is no number',
  (text) => expect(read(text)).toEqual(['coerced', 'plain']),
);

it('an empty field is none', () => expect(read('')).toEqual({}));
