import type { PlanField, PlanOutput } from '@promptwell/baiql-lang';
import type { ReplyField } from '../reply-fields.js';

/** The fields of an OUTPUT. Stored plans of earlier versions have only their names. */
export function fieldsOf({ fields = [] }: Pick<PlanOutput, 'fields'>): readonly ReplyField[] {
  return (fields as readonly (string | PlanField)[]).map((field) => {
    if (typeof field === 'string') return { name: field };
    const { name, kind, choices, optional } = field;
    return {
      name,
      ...(kind === null ? {} : { kind }),
      ...(choices.length === 0 ? {} : { choices }),
      ...(optional ? { isOptional: true } : {}),
    };
  });
}
