import { useForm as useConformForm, type DefaultValue, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

type Options<Input extends Record<string, unknown>> = {
  id?: string;
  /** What the server answered to this form the last time; its fields' values are kept. */
  lastResult?: SubmissionResult | null | undefined;
  defaultValue?: DefaultValue<Input>;
};

/**
 * A form that repeats the server's rules in the browser: when it is sent, and then live while it is corrected. Not when
 * a field is left: the message would push the button away from under the pointer that is about to press it.
 */
export function useForm<Output, Input extends Record<string, unknown>>(
  schema: z.ZodType<Output, Input>,
  { lastResult, ...options }: Options<Input> = {},
) {
  return useConformForm<Input, Output>({
    ...options,
    lastResult: lastResult ?? null,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}

/** What our fields read of a field of Conform. */
type FieldLike = {
  id: string;
  name: string;
  required?: boolean | undefined;
  initialValue?: unknown;
  errors?: readonly string[] | undefined;
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** What a text field, number field, select or radio group needs of its form. Several errors read as sentences. */
export function fieldProps(field: FieldLike) {
  return {
    id: field.id,
    name: field.name,
    required: field.required ?? false,
    defaultValue: asText(field.initialValue),
    error: field.errors?.join('. '),
  };
}

/** The same for a check box or a switch: a form sends "on" for one that is set. */
export function checkboxProps(field: FieldLike) {
  return {
    id: field.id,
    name: field.name,
    defaultChecked: field.initialValue === 'on' || field.initialValue === true,
    error: field.errors?.join('. '),
  };
}
