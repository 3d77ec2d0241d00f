import { useForm as useConformForm, type DefaultValue, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

type Options<Input extends Record<string, unknown>> = {
  id?: string;
  /** The server's last response to this form. It includes the submitted values. */
  lastResult?: SubmissionResult | null | undefined;
  defaultValue?: DefaultValue<Input>;
};

/**
 * A form that also validates in the browser: on submit, and after that on input. Not on blur, because the message would
 * move the button away from the pointer that is about to press it.
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

/** The parts of Conform's field metadata that our fields use. */
type FieldLike = {
  id: string;
  name: string;
  required?: boolean | undefined;
  initialValue?: unknown;
  errors?: readonly string[] | undefined;
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Props of a text field, number field, select or radio group. Several errors are joined as sentences. */
export function fieldProps(field: FieldLike) {
  return {
    id: field.id,
    name: field.name,
    required: field.required ?? false,
    defaultValue: asText(field.initialValue),
    error: field.errors?.join('. '),
  };
}

/** Props of a checkbox or switch, which submits "on" if checked. */
export function checkboxProps(field: FieldLike) {
  return {
    id: field.id,
    name: field.name,
    defaultChecked: field.initialValue === 'on' || field.initialValue === true,
    error: field.errors?.join('. '),
  };
}
