import { z } from '~/core/shared/zod';

export const templateParams = z.object({ key: z.string().regex(/^[a-z0-9-]{1,64}$/) });

export const addSamplesSchema = z.object({
  replace: z
    .boolean()
    .optional()
    .meta({ description: 'Replaces files that have the same name but different content.' }),
});
