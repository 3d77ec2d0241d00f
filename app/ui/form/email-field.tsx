import type { FieldMetadata } from '@conform-to/react';
import { TextField } from './text-field';
import { fieldProps } from './use-form';

/** An email field, which brings up the matching keyboard on phones. */
export function EmailField({ field, label = 'Email' }: { field: FieldMetadata<string>; label?: string }) {
  return (
    <TextField
      label={label}
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...fieldProps(field)}
    />
  );
}
