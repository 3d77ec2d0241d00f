import type { FieldMetadata } from '@conform-to/react';
import { TextField } from '~/ui/form/text-field';
import { fieldProps } from '~/ui/form/use-form';

export function EmailField({ field }: { field: FieldMetadata<string> }) {
  return (
    <TextField
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...fieldProps(field)}
    />
  );
}
