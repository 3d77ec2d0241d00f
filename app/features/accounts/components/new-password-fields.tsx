import type { FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { PasswordField } from '~/ui/form/password-field';
import { PasswordChecklist } from './password-checklist';
import { fieldProps } from '~/ui/form/use-form';

type Props = {
  password: FieldMetadata<string>;
  confirmation: FieldMetadata<string>;
  label?: string;
  confirmationLabel?: string;
};

/** A password being chosen: with its rules, and once more. */
export function NewPasswordFields({
  password,
  confirmation,
  label = 'Password',
  confirmationLabel = 'Confirm password',
}: Props) {
  const [typed, setTyped] = useState('');
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          label={label}
          autoComplete="new-password"
          {...fieldProps(password)}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <PasswordChecklist password={typed} />
      </div>
      <PasswordField
        label={confirmationLabel}
        autoComplete="new-password"
        {...fieldProps(confirmation)}
        required
      />
    </>
  );
}
