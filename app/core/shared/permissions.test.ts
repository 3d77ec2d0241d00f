import { describe, expect, it } from 'vitest';
import {
  canTopUp,
  isOfferedTopUp,
  isWarnedOfLowBalance,
  may,
  parseRoles,
  planOf,
  userTypeOf,
} from './permissions';

const funds = { postedMicroUsd: 1n, debtMicroUsd: 0n };

describe('roles', () => {
  it('are read in any case, each once, and unknown ones are dropped', () => {
    expect(parseRoles(['Admin', 'PAIDUSER', 'paiduser', 'wizard', ' TeamAdmin '])).toEqual([
      'admin',
      'paiduser',
      'teamadmin',
    ]);
  });

  it.each([
    [['admin'], 0n, 'Admin'],
    [['paiduser'], 1n, 'Pro'],
    [['paiduser'], 0n, 'Free'],
    [['teamuser'], 1n, 'Free'],
    [[], 1n, 'Free'],
  ] as const)('%j with %s micro-dollars is called %s', (roles, postedMicroUsd, label) => {
    expect(userTypeOf(roles, { ...funds, postedMicroUsd })).toBe(label);
  });

  it('debt takes the paid plan away on the page and in the price alike', () => {
    const indebted = { postedMicroUsd: 5_000_000n, debtMicroUsd: 1n };
    expect(userTypeOf(['paiduser'], indebted)).toBe('Free');
    expect(planOf(['paiduser'], indebted)).toBe('free');
    expect(isWarnedOfLowBalance(['paiduser'], indebted, 50)).toBe(false);
  });

  it('decide who is warned of a low balance', () => {
    const nothing = { ...funds, postedMicroUsd: 0n };
    expect(isWarnedOfLowBalance(['teamuser'], nothing, 50)).toBe(true);
    expect(isWarnedOfLowBalance(['admin'], nothing, 50)).toBe(true);
    expect(isWarnedOfLowBalance(['paiduser'], funds, 50)).toBe(true);
    expect(isWarnedOfLowBalance(['paiduser'], nothing, 50)).toBe(false);
    expect(isWarnedOfLowBalance([], funds, 50)).toBe(false);
  });

  it('open BAIQL to everyone but free people, and administration to admins', () => {
    for (const role of parseRoles([
      'paiduser',
      'teamuser',
      'teamadmin',
      'enterpriseuser',
      'enterpriseadmin',
    ])) {
      expect(may({ roles: [role] }, 'baiql:use')).toBe(true);
      expect(may({ roles: [role] }, 'admin:open')).toBe(false);
    }
    expect(may({ roles: ['admin'] }, 'admin:open')).toBe(true);
    expect(may({ roles: [] }, 'baiql:use')).toBe(false);
  });
});

it('a balance is low at the level that somebody chose, in the cents in which both are written', () => {
  const at = (postedMicroUsd: bigint, debtMicroUsd = 0n) => {
    const balance = { postedMicroUsd, debtMicroUsd };
    return [
      isWarnedOfLowBalance(['teamuser'], balance, 50),
      isOfferedTopUp({ email: 'ada@example.org' }, balance, 50),
    ];
  };
  expect(at(509_999n)).toEqual([true, true]);
  expect(at(510_000n)).toEqual([false, false]);
  expect(at(5_000_000n, 1n)).toEqual([true, true]);
});

it('a test-drive account cannot pay', () => {
  expect(canTopUp({ email: 'TestDrive07@example.org' })).toBe(false);
  expect(canTopUp({ email: 'ada@example.org' })).toBe(true);
});
