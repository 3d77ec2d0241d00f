import type { FieldMetadata } from '@conform-to/react';
import { TextField } from '~/ui/form/text-field';
import { fieldProps } from '~/ui/form/use-form';

type Props = { firstName: FieldMetadata<string>; lastName: FieldMetadata<string> };

export function NameFields({ firstName, lastName }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
      <TextField label="First name" autoComplete="given-name" {...fieldProps(firstName)} />
      <TextField label="Last name" autoComplete="family-name" {...fieldProps(lastName)} />
    </div>
  );
}
