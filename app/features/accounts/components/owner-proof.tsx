import { Form as PageForm } from '@remix-run/react';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { Notice } from '~/ui/notice';
import type { LinkedProvider, OwnerProof } from '../proof-methods';
import { PasskeyProof } from './passkey-proof';

/** The section to return to. */
type Section = 'email' | 'password' | 'providers' | 'security' | 'delete' | 'keys';

const pathOf = (section: Section): string => (section === 'keys' ? '/settings/keys' : `/account#${section}`);

/** Signs in with the provider again to prove ownership. */
export const providerProofPath = ({ loginPath }: LinkedProvider, section: Section): string =>
  `${loginPath}?${new URLSearchParams({ from: 'account', returnTo: pathOf(section) }).toString()}`;

/** Replaces a form until the owner of an account without a password has proved their identity. */
export function ProofRequest({
  proof,
  section,
  what,
}: {
  proof: OwnerProof;
  section: Section;
  what: string;
}) {
  if (!proof.ways.includes('mail'))
    return (
      <div className="flex max-w-90 flex-col items-start gap-3 text-s">
        <p className="text-ink-2">To {what}, first confirm that it’s you. You then have ten minutes.</p>
        {proof.ways.includes('passkey') ? <PasskeyProof /> : null}
        {proof.providers.map((provider) => (
          <a
            key={provider.loginPath}
            href={providerProofPath(provider, section)}
            className={buttonClasses('secondary', 'm')}
          >
            {`Confirm with ${provider.label}`}
          </a>
        ))}
      </div>
    );
  return (
    <PageForm method="post" action="/account" className="flex max-w-90 flex-col items-start gap-3 text-s">
      <p className="text-ink-2">
        To {what}, first confirm that it’s you with a link we email to you. You then have ten minutes.
      </p>
      <input type="hidden" name="intent" value="request-proof" />
      <Button type="submit">Email me a link</Button>
    </PageForm>
  );
}

/** Alternatives to the password, which someone else may have chosen. */
export function ProofInstead({ proof, section }: { proof: OwnerProof; section: Section }) {
  if (proof.isRecent) return null;
  return (
    <>
      {proof.ways.includes('passkey') ? (
        <div>
          <PasskeyProof />
        </div>
      ) : null}
      {proof.providers.length > 0 ? (
        <p className="text-s text-ink-2">
          Don’t know it?{' '}
          {proof.providers.map((provider) => (
            <a key={provider.loginPath} href={providerProofPath(provider, section)} className="link me-2">
              {`Confirm with ${provider.label}`}
            </a>
          ))}
        </p>
      ) : null}
    </>
  );
}

/** Shown after the proof link is opened. Scanners open links too, so it takes a button. */
export function ProofLink({ token, action = '/account' }: { token: string; action?: string }) {
  return (
    <div className="pb-6">
      <Notice tone="info">
        <PageForm method="post" action={action} className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="intent" value="prove-by-link" />
          <input type="hidden" name="token" value={token} />
          Confirm that it’s you to go on with your change.
          <Button type="submit">It’s me</Button>
        </PageForm>
      </Notice>
    </div>
  );
}
