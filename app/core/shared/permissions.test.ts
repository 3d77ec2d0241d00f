import { describe, expect, it } from 'vitest';
import { canTopUp, isWarnedOfLowBalance, may, parseRoles, userTypeOf } from './permissions';

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
    [['paiduser'], undefined, 'Pro'],
    [['teamuser'], 1n, 'Free'],
    [[], 1n, 'Free'],
  ] as const)('%j with %s micro-dollars is called %s', (roles, balance, label) => {
    expect(userTypeOf(roles, balance)).toBe(label);
  });

  it('decide who is warned of a low balance', () => {
    expect(isWarnedOfLowBalance(['teamuser'], 0n)).toBe(true);
    expect(isWarnedOfLowBalance(['admin'], 0n)).toBe(true);
    expect(isWarnedOfLowBalance(['paiduser'], 1n)).toBe(true);
    expect(isWarnedOfLowBalance(['paiduser'], 0n)).toBe(false);
    expect(isWarnedOfLowBalance([], 100n)).toBe(false);
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

it('a test-drive account cannot pay', () => {
  expect(canTopUp({ email: 'TestDrive07@example.org' })).toBe(false);
  expect(canTopUp({ email: 'ada@example.org' })).toBe(true);
});
