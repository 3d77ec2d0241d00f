import { Link } from '@remix-run/react';
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { StateBadge } from '~/ui/badge';
import { buttonClasses } from '~/ui/button-variant';
import { DateTime } from '~/ui/relative-time';
import type { OwnerProof } from '../proof-methods';
import type { Security } from '../security.server';
import type { SignInMethods } from '../sign-in-methods.server';
import { PasskeyList } from './passkey-list';
import { SignInMethodList } from './sign-in-methods';
import { SessionList, type ShownSession } from './session-list';

type Props = {
  security: Security;
  proof: OwnerProof;
  sessions: readonly ShownSession[];
  timeZone: string;
  signInMethods: SignInMethods;
  /** Of the form that asks for the password before a provider is linked. */
  proofResult: SubmissionResult | null;
};

/** How one logs in, with what, and from where. */
export function SecuritySection({ security, proof, sessions, timeZone, signInMethods, proofResult }: Props) {
  const { secondFactor, signIns } = security;
  return (
    <div className="flex flex-col gap-8">
      {signInMethods.providers.length > 0 ? (
        <Part id="providers" title="Ways to log in" lead="Beside your password and passkeys.">
          <SignInMethodList
            {...signInMethods}
            proof={proof}
            hasPassword={proof.ways.includes('password')}
            lastResult={proofResult}
          />
        </Part>
      ) : null}
      <Part title="Passkeys" lead="A passkey logs you in without a password, and counts as both factors.">
        <PasskeyList
          passkeys={security.passkeys}
          unavailable={security.noPasskeys}
          isOnlyWayIn={security.isOnlyWayIn}
          proof={proof}
          timeZone={timeZone}
        />
      </Part>
      <Part
        title="Authenticator"
        lead="With an authenticator app, logging in with your password also takes a code."
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-s">
          <StateBadge state={secondFactor.isOn ? 'good' : 'off'}>
            {secondFactor.isOn ? 'On' : 'Off'}
          </StateBadge>
          {secondFactor.isOn ? (
            <span className="text-ink-2">{secondFactor.recoveryCodesLeft} of 10 recovery codes left</span>
          ) : null}
          <Link to="/account/second-factor" className={buttonClasses('secondary', 's')}>
            {secondFactor.isOn ? 'Manage authenticator' : 'Set up authenticator'}
          </Link>
        </div>
      </Part>
      <Part title="Sessions" lead="Browsers and scripts logged in to your account.">
        <SessionList sessions={sessions} />
      </Part>
      <Part title="Recent logins" lead="The last 20 within 90 days. If one wasn’t you, change your password.">
        <ul className="divide-y divide-line border-y border-line">
          {signIns.map(({ at, method, browser, address }) => (
            <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 text-s">
              <span className="min-w-0 wrap-anywhere">
                {browser} <span className="text-ink-2">· {method}</span>
              </span>
              <span className="num text-xs text-ink-3">
                {address} · <DateTime at={at} timeZone={timeZone} />
              </span>
            </li>
          ))}
          {signIns.length === 0 ? <li className="py-2.5 text-s text-ink-3">None yet.</li> : null}
        </ul>
      </Part>
    </div>
  );
}

function Part({
  id,
  title,
  lead,
  children,
}: {
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <div id={id}>
      <h3 className="text-m font-semibold">{title}</h3>
      {lead === undefined ? null : <p className="text-s text-ink-2">{lead}</p>}
      <div className="mt-2.5">{children}</div>
    </div>
  );
}
