import { describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import { changeModelFormSchema, modelFormSchema, modelOfForm } from './forms';
import { addProviderSchema, modelSchema } from './schema';

describe('a provider is refused in a sentence, before anything is sent,', () => {
  it.each([
    ['with no address', { baseUrl: 'not an address' }, /^Enter an address such as/],
    ['with a file', { baseUrl: 'file:///etc/passwd' }, /^Enter an address such as/],
    [
      'with a password in its address',
      { baseUrl: 'http://me:secret@127.0.0.1/v1' },
      /^Enter an address such as/,
    ],
    ['with a key with blanks', { apiKey: 'sk-one two' }, /^Keys can’t contain spaces/],
    ['with a key that is none', { apiKey: 'ключ' }, /^Keys can’t contain spaces/],
    ['with a short name with a slash', { key: 'a/b' }, /lowercase letters, digits and hyphens/],
    ['without a name', { name: ' ' }, /^Enter a name/],
  ])('%s', (_what, changes, message) => {
    const sound = { key: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1/' };
    expect(check(addProviderSchema, sound)).toMatchObject({ baseUrl: 'http://127.0.0.1:11434/v1' });
    expect(() => check(addProviderSchema, { ...sound, ...changes })).toThrow(message);
  });
});

describe('a model is refused in a sentence', () => {
  it.each([
    [{ inputPricePer1K: '-1', outputPricePer1K: '1' }, /^Enter a price from 0 to 10 dollars/],
    [{ inputPricePer1K: 2500, outputPricePer1K: 1 }, /^Enter a price from 0 to 10 dollars/],
    [{ inputPricePer1K: '0.0000000001', outputPricePer1K: '0' }, /at most nine decimals/],
    [{ inputPricePer1K: '1' }, /^Enter both prices, or neither/],
    [{ audioPricePerMinute: 11 }, /^Enter a price from 0 to 10 dollars for a minute/],
    [{ modelName: 'two words' }, /no spaces/],
    [{ replacedBy: 'gpt-new' }, /its own successor/],
    [{ shutdownOn: 'soon' }, /^Enter a day such as/],
    [{ maxOutputTokens: 0 }, /^Enter at least 1/],
  ])('by the API: %j', (changes, message) => {
    expect(() => check(modelSchema, { modelName: 'gpt-new', ...changes })).toThrow(message);
  });

  it.each([
    [{ inputPrice: '-1', outputPrice: '1' }, /^Enter a price from \$0 to \$10,000/],
    [{ inputPrice: '10,001', outputPrice: '1' }, /^Enter a price from \$0 to \$10,000/],
    [{ inputPrice: 'cheap', outputPrice: '1' }, /^Enter a price from \$0 to \$10,000/],
    [{ inputPrice: '0.0000001', outputPrice: '1' }, /at most six decimals/],
    [{ inputPrice: '1' }, /^Enter both prices, or neither/],
    [{ minutePrice: '0.0000001' }, /^Enter a price from \$0 to \$10 per minute/],
    [{ minutePrice: '11' }, /^Enter a price from \$0 to \$10 per minute/],
    [{ contextTokens: '1.5' }, /^Enter a whole number from 1 to 100,000,000/],
    [{ sortOrder: '-10' }, /^Enter a whole number from 0/],
    [{ replacedBy: 'gpt-new' }, /its own successor/],
  ])('by the form: %j', (changes, message) => {
    const form = { id: 'p', modelName: 'gpt-new', ...changes };
    expect(() => check(modelFormSchema, form)).toThrow(message);
    expect(() => check(changeModelFormSchema, { ...form, modelId: 'm' })).toThrow(message);
  });
});

it('the form’s dollars for a million tokens are the price for a thousand, to the last decimal', () => {
  const model = check(modelFormSchema, {
    id: 'p',
    modelName: 'gpt-new',
    inputPrice: '$1,250.0375',
    outputPrice: '0',
    contextTokens: '128,000',
    takesSampling: 'no',
    transcribes: true,
    minutePrice: '$0.0045',
  });
  expect(modelOfForm(model)).toMatchObject({
    providerId: 'p',
    inputPricePer1K: '1.2500375',
    outputPricePer1K: '0',
    contextTokens: 128_000,
    maxOutputTokens: 8192,
    takesSampling: false,
    isAllowed: false,
    transcribes: true,
    audioPricePerMinute: '0.0045',
  });
});
