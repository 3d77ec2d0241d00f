import { expect, it } from 'vitest';
import { budgetSchema } from './schema';

const read = (budget: string | undefined) => budgetSchema.safeParse({ userId: 'user', budget });

it.each(['0x10', '1e3', '0b11', 'Infinity', '-5', ''])('a budget of %j is no amount', (text) => {
  expect(read(text).success).toBe(false);
});

it.each([
  ['12.50', 12.5],
  ['1,250', 1250],
  ['1,50', 1.5],
  ['0', 0],
])('a budget of %j is read as people write it', (text, dollars) => {
  expect(read(text).data?.budget).toBe(dollars);
});

it('no budget is none', () => {
  expect(read(undefined).data).toEqual({ userId: 'user' });
});
