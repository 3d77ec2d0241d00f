import { configureCoercion } from '@conform-to/zod/v4/future';
import type { $ZodType } from 'zod/v4/core';

/** JavaScript also takes `0x10`, `0b11` and `Infinity` for numbers; in a form they are typos. */
const DECIMAL = /^[\d.eE+\s-]*\d[\d.eE+\s-]*$/;

const coercion = configureCoercion({
  type: { number: (text) => (DECIMAL.test(text) ? Number(text) : NaN) },
});

/** How Conform reads a form by a schema. */
export const formSchema = <Schema extends $ZodType>(schema: Schema) => ({
  schema: coercion.coerceFormValue(schema),
  disableAutoCoercion: true,
});
