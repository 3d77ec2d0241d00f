import { parseWithZod } from '@conform-to/zod/v4';
import { describe, expect, it } from 'vitest';
import { addProviderFormSchema } from './forms';

/** As a page's form sends it. */
function read(models: unknown) {
  const fields = new FormData();
  fields.set('baseUrl', 'http://127.0.0.1:11434/v1');
  fields.set('name', '');
  fields.set('key', '');
  fields.set('models', typeof models === 'string' ? models : JSON.stringify(models));
  return parseWithZod(fields, { schema: addProviderFormSchema });
}
const valueOf = (models: unknown) => {
  const submission = read(models);
  return submission.status === 'success' ? submission.value : undefined;
};
const ticked = { modelName: 'llama3.2', contextTokens: null, inputPrice: '0', outputPrice: '0' };
const complaints = (models: unknown) => read(models).reply().error;

describe('the ticked models of the form', () => {
  it('become models with prices for 1,000 tokens; the names may be left empty', () => {
    const value = valueOf([{ ...ticked, contextTokens: 8192, inputPrice: '0.10', outputPrice: '2.5' }]);
    expect(value).not.toHaveProperty('name', '');
    expect(value).toMatchObject({
      models: [
        { modelName: 'llama3.2', contextTokens: 8192, inputPricePer1K: '0.0001', outputPricePer1K: '0.0025' },
      ],
    });
  });

  it('may be none', () => {
    expect(valueOf('[]')).toMatchObject({ models: [] });
  });

  it.each([
    [
      'a missing price',
      { ...ticked, outputPrice: '' },
      'llama3.2: Enter both prices. Enter 0 if it costs you nothing.',
    ],
    ['a price below zero', { ...ticked, inputPrice: '-1' }, /^llama3\.2: Enter a price from \$0/],
    ['a name with spaces', { ...ticked, modelName: 'my model' }, /^my model: A model name has/],
    ['something else', 7, /^Model: /],
  ])('are refused with the name of the model: %s', (_what, model, message) => {
    expect(complaints([model])).toEqual({
      models: [typeof message === 'string' ? message : (expect.stringMatching(message) as string)],
    });
  });

  it('are refused when they are no list', () => {
    expect(complaints('{"a":')).toEqual({ models: ['This form is out of date. Reload the page.'] });
  });

  it('are each named once', () => {
    expect(complaints([ticked, ticked])).toEqual({ models: ['Name each model once.'] });
  });
});
