import { describe, expect, it } from 'vitest';
import { emailField } from '~/features/accounts/schema';
import { normalizeEmail } from './email';

describe('an email address', () => {
  it.each([
    [' Jan@Example.ORG ', 'jan@example.org'],
    ['jan@straße.de', 'jan@xn--strae-oqa.de'],
    ['jan@STRAßE.de', 'jan@xn--strae-oqa.de'],
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['hana@例え。テスト', 'hana@xn--r8jz45g.xn--zckzah'],
    ['ali@مثال.إختبار', 'ali@xn--mgbh0fb.xn--kgbechtv'],
    ['IRMAK@example.org', 'irmak@example.org'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalizeEmail(typed)).toBe(stored);
    expect(emailField.parse(typed)).toBe(stored);
    expect(normalizeEmail(stored)).toBe(stored);
  });

  it.each([
    'jan@exam\u200bple.org',
    'j\u200ban@example.org',
    'jan@exam\u202eple.org',
    'jan@straße.de/x',
    'jan@стр%61.de',
    'İlker@example.org',
  ])('is refused where what it shows is not what it is: %j', (typed) =>
    expect(emailField.safeParse(typed).success).toBe(false),
  );
});
