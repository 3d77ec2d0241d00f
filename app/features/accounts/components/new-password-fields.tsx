import type { FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { cx } from '~/ui/cx';
import { PasswordField } from '~/ui/form/password-field';
import { PASSWORD_RULES } from '../password-rules';
import { fieldProps } from '~/ui/form/use-form';

type Props = {
  password: FieldMetadata<string>;
  /** If set, shows a confirmation field. */
  confirmation?: FieldMetadata<string>;
  label?: string;
  confirmationLabel?: string;
};

/** A new password with a live checklist, and its confirmation. */
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
          required
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <PasswordChecklist password={typed} />
      </div>
      {confirmation ? (
        <PasswordField
          label={confirmationLabel}
          autoComplete="new-password"
          {...fieldProps(confirmation)}
          required
        />
      ) : null}
    </>
  );
}

/** The password rules, ticked live while typing. */
function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul aria-label="Password rules" className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
      {PASSWORD_RULES.map((rule) => {
        const { label } = rule;
        const met = rule.isMet(password);
        return (
          <li
            key={label}
            data-met={met}
            className={cx('flex items-center gap-1.5', met ? 'text-good' : 'text-ink-3')}
          >
            <Mark met={met} />
            {label}
            <span className="sr-only">: {met ? 'met' : 'not met yet'}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Mark({ met }: { met: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0">
      {met ? (
        <path
          d="M2.5 6.5 5 9l4.5-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      ) : (
        <circle cx="6" cy="6" r="2" fill="currentColor" />
      )}
    </svg>
  );
}
