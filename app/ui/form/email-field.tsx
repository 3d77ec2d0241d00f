import type { FieldMetadata } from '@conform-to/react';
import { TextField } from './text-field';
import { fieldProps } from './use-form';

/** An email address, for which phones bring the right keys. */
export function EmailField({ field, label = 'Email' }: { field: FieldMetadata<string>; label?: string }) {
  return (
    <TextField
      label={label}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...fieldProps(field)}
    />
  );
}
