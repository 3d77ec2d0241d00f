import { useForm, type FieldMetadata, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

/**
 * A form that repeats the server's rules in the browser: when it is sent, and then live while it is mended. Not when a
 * field is left: the message would push the button away from under the pointer that is about to press it.
 */
export function useAccountForm<Output, Input extends Record<string, unknown>>(
  schema: z.ZodType<Output, Input>,
  lastResult: SubmissionResult | null | undefined,
) {
  return useForm<Input, Output>({
    lastResult: lastResult ?? null,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}

/** What a text field needs of its form. Several complaints read as sentences. */
export function fieldProps(field: FieldMetadata<string>) {
  return {
    id: field.id,
    name: field.name,
    required: field.required ?? false,
    defaultValue: field.initialValue ?? '',
    error: field.errors?.join('. '),
  };
}
