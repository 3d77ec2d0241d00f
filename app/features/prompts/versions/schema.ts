import { z } from '~/core/shared/zod';
import { promptParams } from '../schema';

export const promptVersionParams = promptParams.extend({
  version: z.coerce.number({ error: 'must be a number' }).int().positive(),
});
