import type { SubmissionResult } from '@conform-to/react';
import { CopyButton } from '~/ui/copy-button';
import { Form, SubmitButton } from '~/ui/form/form';
import { TextField } from '~/ui/form/text-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { codeSchema } from '../schema';

type Props = {
  secret: string;
  qrCode: { path: string; size: number };
  lastResult: SubmissionResult | null;
};

/** Shows the secret to an authenticator app, and asks for its first code. */
export function AuthenticatorSetup({ secret, qrCode, lastResult }: Props) {
  const [form, fields] = useForm(codeSchema, { lastResult });
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start gap-6">
        <svg
          role="img"
          aria-label="QR code for your authenticator app"
          viewBox={`0 0 ${String(qrCode.size)} ${String(qrCode.size)}`}
          shapeRendering="crispEdges"
          className="size-48 shrink-0 rounded-2 border border-line"
        >
          {/* Scanners need dark on light, also in the dark theme. */}
          <rect width="100%" height="100%" fill="white" />
          <path d={qrCode.path} fill="black" />
        </svg>
        <div className="min-w-0 grow basis-60 text-s">
          <p>Scan this with an authenticator app, such as the one in your password manager.</p>
          <p className="mt-3 text-ink-2">Can’t scan it? Enter this key in the app:</p>
          <p className="mt-1 font-mono wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <div className="mt-2">
            <CopyButton text={secret} label="Copy key" done="Key copied" variant="secondary" />
          </div>
        </div>
      </div>
      <Form form={form} intent="enable" className="max-w-90">
        <TextField
          label="Code"
          hint="The six digits the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          {...fieldProps(fields.code)}
        />
        <div>
          <SubmitButton>Turn on</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
