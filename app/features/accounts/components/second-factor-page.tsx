import { Link } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import type { Message } from '~/core/shared/message';
import { buttonClasses } from '~/ui/button-variant';
import { Notice } from '~/ui/notice';
import { PageFrame } from '~/ui/page/page-frame';
import { Section } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import type { RecoveryCodes } from '../schema';
import type { readSecondFactorPage } from '../second-factor/second-factor-page.server';
import { AuthenticatorSetup } from './authenticator-setup';
import { ProofLink } from './owner-proof';
import { ProvenForm } from './proven-form';
import { RecoveryCodeList } from './recovery-code-list';

type Props = Awaited<ReturnType<typeof readSecondFactorPage>> & {
  result:
    | FormOutcome<'start' | 'disable' | 'request-proof' | 'prove-by-link', Message>
    | FormOutcome<'enable' | 'recovery-codes', RecoveryCodes>
    | undefined;
};

/** Sets an authenticator app up, makes new recovery codes, and turns it off. */
export function SecondFactorPage({ result, status, setup, proof, ...page }: Props) {
  const { recoveryCodes } = { recoveryCodes: null, ...result?.done };
  const replyTo = (intent: string) => (result?.intent === intent ? result.reply : null);
  if (recoveryCodes) return <NewRecoveryCodes codes={recoveryCodes} email={page.email} />;
  return (
    <PageFrame
      title="Authenticator"
      lead="An app on your phone shows a code that logging in with your password then takes too."
      width="m"
      actions={
        status.isRequired ? null : (
          <Link to="/account#security" className={buttonClasses('secondary', 'm')}>
            Back to your account
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {status.isRequired ? (
          <Notice tone="warn">
            Your role requires a second factor. Set it up now; everything else comes after it.
          </Notice>
        ) : null}
        {page.failure === null || result ? null : <Notice tone="bad">{page.failure}</Notice>}
        {result?.done && 'message' in result.done ? <Notice tone="good">{result.done.message}</Notice> : null}
        {page.proofToken === null || proof.isRecent ? null : (
          <ProofLink token={page.proofToken} action="/account/second-factor" />
        )}
        {status.isOn ? (
          <>
            <Section
              title="Recovery codes"
              lead={
                <>
                  Your authenticator is on
                  {status.enabledAt === null ? null : (
                    <>
                      {' '}
                      since <DateTime at={status.enabledAt} timeZone={page.timeZone} isDay />
                    </>
                  )}
                  . {status.recoveryCodesLeft} of 10 recovery codes are left. With new ones, the old ones stop
                  working.
                </>
              }
            >
              <ProvenForm
                intent="recovery-codes"
                lastResult={replyTo('recovery-codes')}
                proof={proof}
                what="make new recovery codes"
                button="Make new recovery codes"
              />
            </Section>
            <Section
              title="Turn off"
              lead="Logging in then takes only your password. Recovery codes and remembered browsers are forgotten."
            >
              <ProvenForm
                intent="disable"
                lastResult={replyTo('disable')}
                proof={proof}
                what="turn your authenticator off"
                button="Turn off authenticator"
                variant="danger"
              />
            </Section>
          </>
        ) : setup ? (
          <AuthenticatorSetup {...setup} lastResult={replyTo('enable')} />
        ) : (
          <ProvenForm
            intent="start"
            lastResult={replyTo('start') ?? replyTo('enable')}
            proof={proof}
            what="set up an authenticator"
            button="Set up authenticator"
            variant="primary"
          />
        )}
      </div>
    </PageFrame>
  );
}

function NewRecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <PageFrame
      title="Your recovery codes"
      lead="Each replaces one code of your authenticator app, such as when you’ve lost your phone. They aren’t shown again."
      width="m"
    >
      <RecoveryCodeList codes={codes} email={email} />
    </PageFrame>
  );
}
