import { expect, it } from 'vitest';
import { languageOf } from './language-of.js';

it.each([
  ['拝啓　春の候、ますますご健勝のこととお慶び申し上げます。', 'ja'],
  ['尊敬的客户：感谢您的来信。', 'zh'],
  ['안녕하세요, 선생님.', 'ko'],
  ['السيد المدير المحترم، تحية طيبة', 'ar'],
  ['این یک نامهٔ رسمی است که پس از گفتگو نوشته شد', 'fa'],
  ['یہ ایک خط ہے جو ڈاک سے آیا', 'ur'],
  ['שלום רב', 'he'],
  ['สวัสดีครับ', 'th'],
  ['Αγαπητή κυρία', 'el'],
  ['प्रिय महोदय', 'hi'],
])('tells from its script that “%s” is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

it.each([
  '',
  '42 $',
  'Dear Sir',
  'Sehr geehrte Frau Müller',
  'Уважаемый господин',
  'The Greek letter π is used for 東京, too.',
])('leaves the language of “%s” open', (text) => {
  expect(languageOf(text)).toBeUndefined();
});
