import { EXAMPLES, readExample, type Example } from '@promptwell/baiql-runtime/examples';
import { DomainError } from '~/core/shared/errors';
import type { Template } from './responses';

/** The templates in display order. */
export async function listTemplates(): Promise<Template[]> {
  const examples = await Promise.all(EXAMPLES.map(({ key }) => readTemplate(key)));
  return examples.map(({ files, ...template }) => ({ ...template, files: files.map(({ path }) => path) }));
}

export async function readTemplate(key: string): Promise<Example> {
  const example = await readExample(key);
  if (!example)
    throw new DomainError('not-found', 'There is no such template.', { code: 'no_such_template' });
  return example;
}
