import { z } from './zod';

/** Limits a list or a sum to what one API key paid for. */
export const keyFilter = z.uuid('must be the ID of an API key').optional().meta({
  description: 'The ID of an API key: only what it paid for.',
});

/** The same in the address of a page, where an invalid one is ignored. */
export const keyFilterInAddress = keyFilter.catch(undefined);
