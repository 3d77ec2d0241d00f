import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { Form, SubmitButton } from '~/ui/form/form';
import { TextField } from '~/ui/form/text-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { secondFactorSchema } from '../schema';
import { AccountFrame } from './account-frame';

/** What the first step of a login hands to the second. */
export type Challenge = { challenge: string; rememberMe: boolean };

type Props = Challenge & { lastResult: SubmissionResult | null };

/** Second step of the login page: the code of the authenticator app, or a recovery code. */
export function SecondStep({ lastResult, ...challenge }: Props) {
  const [isRecovery, setIsRecovery] = useState(false);
  // A code of the one kind, and what was wrong with it, mean nothing to the other.
  const [dismissed, setDismissed] = useState<SubmissionResult | null>(null);
  const [remembers, setRemembers] = useState(false);
  return (
    <AccountFrame
      title="Enter your code"
      lead={
        isRecovery
          ? 'Enter one of the recovery codes you saved. Each works once.'
          : 'Open your authenticator app and enter the code it shows for Promptwell.'
      }
      footer={
        <a href="/login" className="link">
          Log in as someone else
        </a>
      }
    >
      <CodeForm
        key={String(isRecovery)}
        {...challenge}
        lastResult={lastResult === dismissed ? null : lastResult}
        isRecovery={isRecovery}
        remembers={remembers}
        onRemember={setRemembers}
        onSwitch={() => {
          setDismissed(lastResult);
          setIsRecovery(!isRecovery);
        }}
      />
    </AccountFrame>
  );
}

interface CodeFormProps extends Props {
  isRecovery: boolean;
  /** Whether this browser should be remembered. */
  remembers: boolean;
  onRemember: (remembers: boolean) => void;
  /** Called to use the other kind of code. */
  onSwitch: () => void;
}

function CodeForm({ challenge, rememberMe, lastResult, isRecovery, ...rest }: CodeFormProps) {
  const [form, fields] = useForm(secondFactorSchema, { lastResult });
  const input = useRef<HTMLInputElement>(null);
  // The page's other step had the focus. After an error, the form moves it to the field.
  useEffect(() => input.current?.focus(), []);
  return (
    <Form form={form} intent="second-factor">
      <input type="hidden" name="challenge" value={challenge} />
      {rememberMe ? <input type="hidden" name="rememberMe" value="on" /> : null}
      <TextField
        ref={input}
        label={isRecovery ? 'Recovery code' : 'Code'}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        {...fieldProps(fields.code)}
      />
      <noscript>
        <p className="text-s text-ink-2">A recovery code works here too.</p>
      </noscript>
      <Checkbox
        label="Remember this browser for 30 days"
        name={fields.rememberBrowser.name}
        checked={rest.remembers}
        onChange={({ target }) => rest.onRemember(target.checked)}
      />
      <SubmitButton size="l">Continue</SubmitButton>
      <Button variant="ghost" onClick={rest.onSwitch}>
        {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
      </Button>
    </Form>
  );
}
