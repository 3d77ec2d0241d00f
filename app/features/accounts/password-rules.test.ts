import { describe, expect, it } from 'vitest';
import { violatedPasswordRules, PASSWORD_RULES } from './password-rules';

const rule = PASSWORD_RULES.find(({ label }) => label === 'Not a common password');

describe('the rule against common passwords', () => {
  it.each(['password', 'PASSWORD', ' password ', 'Password1', 'qwerty', 'letmein', '123456', 'Password123!'])(
    'does not praise %j',
    (password) => expect(rule?.isMet(password)).toBe(false),
  );

  it.each(['a', 'aB3xyz', 'Correct-horse-7', 'passwort'])('lets %j pass', (password) =>
    expect(rule?.isMet(password)).toBe(true),
  );

  it('is the same for the checklist and the server', () => {
    expect(violatedPasswordRules('password')).toContain(rule?.message);
  });
});
