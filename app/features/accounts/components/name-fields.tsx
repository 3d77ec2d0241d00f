import type { FieldMetadata } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { TextField } from '~/ui/form/text-field';
import { fieldProps } from '~/ui/form/use-form';

type Props = {
  /** Focuses the first field on mount. */
  isFirst?: boolean;
  firstName: FieldMetadata<string>;
  lastName: FieldMetadata<string>;
};

export function NameFields({ isFirst = false, firstName, lastName }: Props) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) first.current?.focus();
  }, [isFirst]);
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
      <TextField ref={first} label="First name" autoComplete="given-name" {...fieldProps(firstName)} />
      <TextField label="Last name" autoComplete="family-name" {...fieldProps(lastName)} />
    </div>
  );
}
