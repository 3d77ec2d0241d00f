import { describe, expect, it } from 'vitest';
import { violatedPasswordRules, PASSWORD_RULES } from './password-rules';

const rule = PASSWORD_RULES.find(({ label }) => label === 'Not a common password');

describe('the rule against common passwords', () => {
  it.each(['password', 'PASSWORD', ' password ', 'Password1', 'qwerty', 'letmein', '123456', 'Password123!'])(
    'does not praise %j',
    (password) => expect(rule?.isMet(password)).toBe(false),
  );

  it.each(['a', 'aB3xyz', 'Correct-horse-7', 'パスワード強い7番'])('lets %j pass', (password) =>
    expect(rule?.isMet(password)).toBe(true),
  );

  it.each([
    'パスワード2026',
    'كلمةالمرور',
    'नमस्ते123',
    'Passwort1',
    'ŞİFRE12',
    'ＰＡＳＳＷＯＲＤ１',
    '안녕하세요١٢٣',
  ])('refuses the usual words of other languages: %s', (password) =>
    expect(rule?.isMet(password)).toBe(false),
  );

  it.each(['كتاب قديم ٧ على الرف', '薔薇色の猫が7匹', 'नीला पहाड़ ७ नदी'])(
    'asks no Latin letters of %s',
    (password) => expect(violatedPasswordRules(password)).toEqual([]),
  );

  it('is the same for the checklist and the server', () => {
    expect(violatedPasswordRules('password')).toContain(rule?.message);
  });
});
