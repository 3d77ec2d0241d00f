import { z } from 'zod';
import { readJson } from '~/core/http.server';

/** Any JSON object: what its fields must be is the use case's to say, in the words that pages show too. */
const anyObject = z.record(z.string(), z.unknown(), { error: 'The body must be a JSON object.' });

export const readForm = (request: Request): Promise<Record<string, unknown>> =>
  readJson(request, anyObject, { maxBytes: 16 * 1024 });
