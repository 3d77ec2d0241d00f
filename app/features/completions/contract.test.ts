import { describe, expect, it } from 'vitest';
import { ccoOf, chatFloorCents, checkChat } from './contract';

describe('the chat cut-off', () => {
  it.each([
    [500, 0, 500],
    [500, 20, 400],
    [500, 90, 50],
    [499, 45, 275], // 274.45
    [0, 50, 0],
  ])('of %i cents with a budget of %i percent is %i cents', (balance, percent, cco) => {
    expect(ccoOf(balance, percent)).toBe(cco);
  });

  it.each([
    [400, 408],
    [275, 281], // 280.5
    [50, 51],
    [49, 50],
    [0, 50],
  ])('of %i cents keeps %i cents', (cco, floor) => expect(chatFloorCents(cco)).toBe(floor));

  it.each([
    ['ok', 500, 50, 400],
    ['ok', 500, 59.9999, 400],
    ['near', 500, 60, 400],
    ['near', 500, 92, 400],
    ['breach', 500, 92.0001, 400],
    ['breach', 500, 500, 400],
    ['insufficient', 500, 500.0001, 400],
    ['breach', 50, 0.0001, 0],
  ] as const)('%s: %f cents less %f with a cut-off of %f', (check, balance, cost, cco) => {
    expect(checkChat(balance, cost, cco)).toBe(check);
  });
});
