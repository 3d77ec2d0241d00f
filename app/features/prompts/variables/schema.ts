import { z } from '~/core/shared/zod';
import { MAX_CONTENT_CHARACTERS } from '../limits';
import { MAX_VARIABLES } from './parse-variables';

const named = { name: z.string(), defaultValue: z.string().optional() };

export const renderSchema = z.object({
  values: z
    .record(
      z.string().max(40),
      z.union([z.string().max(MAX_CONTENT_CHARACTERS), z.number()]).transform(String),
    )
    .refine((values) => Object.keys(values).length <= 2 * MAX_VARIABLES, 'There are too many values.')
    .default({})
    .meta({ description: 'By the name of the variable; what is left out takes its default.' }),
});

export const renderedSchema = z.object({
  title: z.string(),
  text: z.string(),
  variables: z.array(
    z.union([
      z.object({ ...named, kind: z.enum(['text', 'long', 'number']) }),
      z.object({ ...named, kind: z.literal('select'), options: z.array(z.string()).readonly() }),
    ]),
  ),
});
export type Rendered = z.input<typeof renderedSchema>;

export const usePromptSchema = z
  .object({
    operationKey: z.string().min(8).max(200).optional().meta({
      description:
        'The key of an answered request made from this prompt. It counts once, with its cost. A request that named the prompt as savedPromptId is already counted.',
    }),
  })
  .default({});
