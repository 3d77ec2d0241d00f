import { Form, useFetcher } from '@remix-run/react';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import type { FormOutcome } from '~/core/edge/form.server';
import { AdminFrame } from '~/features/admin';
import { StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { buttonClasses } from '~/ui/button-variant';
import { formatCountOf } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { showToast } from '~/ui/overlay/toast';
import type { Health, HealthCheck } from './schema';

type Outcome = FormOutcome<'check' | 'mail', { message: string; health?: Health }>;

const WORDS = { good: 'OK', warn: 'Warning', bad: 'Problem' } as const;
const TAGS = { good: 'good', warn: 'waiting', bad: 'failed' } as const;

export function HealthPage({ health: first }: { health: Health }) {
  const check = useFetcher<Outcome>();
  const mail = useFetcher<Outcome>();
  const sent = mail.data;
  useEffect(() => {
    if (sent?.done) showToast('success', sent.done.message);
    else if (sent?.reply)
      showToast(
        'error',
        Object.values(sent.reply.error ?? {})
          .flat()
          .join(' '),
      );
  }, [sent]);
  const { isHealthy, checks } = check.data?.done?.health ?? first;
  const faults = checks.filter(({ state }) => state === 'bad');
  const looks = checks.filter(({ state }) => state === 'warn');
  return (
    <AdminFrame
      title="Health"
      lead="What’s wrong with this installation and how to fix it."
      actions={
        <>
          <a className={buttonClasses('secondary', 'm')} href="/api/diagnostics/support-bundle">
            <Download aria-hidden="true" className="size-4" />
            Support bundle
          </a>
          <check.Form method="post">
            <input type="hidden" name="intent" value="check" />
            <Button type="submit" variant="primary" isBusy={check.state !== 'idle'}>
              Check everything
            </Button>
          </check.Form>
        </>
      }
    >
      <div role="status" className="mb-6">
        <Notice tone={isHealthy ? (looks.length > 0 ? 'warn' : 'good') : 'bad'}>
          {isHealthy
            ? looks.length > 0
              ? `Working, with ${formatCountOf(looks.length, 'warning')}.`
              : 'Everything works.'
            : `${formatCountOf(faults.length, 'problem')} to fix.`}
        </Notice>
      </div>
      <dl className="divide-y divide-line border-y border-line">
        {[...faults, ...looks, ...checks.filter(({ state }) => state === 'good')].map((each) => (
          <Row key={each.key} check={each} mailForm={each.key === 'mail' ? mail : null} />
        ))}
      </dl>
      <p className="mt-6 max-w-[68ch] text-s text-ink-3">
        “Check everything” also reads a sample document and asks each provider for its models, which costs
        nothing. The support bundle contains versions, settings without secrets, and these checks. It has no
        prompts, keys or personal data in it.
      </p>
    </AdminFrame>
  );
}

function Row({ check, mailForm }: { check: HealthCheck; mailForm: ReturnType<typeof useFetcher> | null }) {
  const { title, state, message, fix } = check;
  const MailForm = mailForm?.Form ?? Form;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 py-3 sm:grid-cols-[180px_minmax(0,1fr)_auto]">
      <dt className="font-medium">{title}</dt>
      <dd className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <p className="wrap-anywhere text-pretty">{message}</p>
        {fix === null ? null : <p className="mt-0.5 text-s wrap-anywhere text-ink-2">{fix}</p>}
        {mailForm ? (
          <MailForm method="post" className="mt-2 flex flex-wrap gap-2">
            <input type="hidden" name="intent" value="mail" />
            <Button type="submit" size="s" isBusy={mailForm.state !== 'idle'}>
              Send a test email to yourself
            </Button>
            <ButtonLink to="/admin/mails" size="s">
              Unsent emails
            </ButtonLink>
          </MailForm>
        ) : null}
      </dd>
      <dd>
        <StateBadge state={TAGS[state]}>{WORDS[state]}</StateBadge>
      </dd>
    </div>
  );
}
