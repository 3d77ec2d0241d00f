import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { CopyButton } from '~/ui/copy-button';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { Section } from '~/ui/page/section';
import type { SetupStep, SetupSteps } from './setup-steps.server';

/** The pressed button disappears after success, so focus moves to the page. */
const focusPage = () => document.getElementById('content')?.focus({ preventScroll: true });

type Intent = 'backup' | 'dismiss-setup';

const TEXTS: Record<SetupStep, { title: string; text: string }> = {
  key: {
    title: 'Add a provider key',
    text: 'Until then, only the Demo model answers. Keys are stored encrypted and work right away.',
  },
  mail: {
    title: 'Set up email',
    text: 'Set SMTP_URL and MAIL_FROM, then restart. Until then, emails stay on this server as files, and people can’t confirm their address.',
  },
  people: {
    title: 'Invite people',
    text: 'Send them the link to register, or create test-drive accounts with credit.',
  },
  backup: {
    title: 'Make a backup',
    text: 'Make the first one now, then keep a copy on another machine.',
  },
};

/**
 * Set-up steps for administrators, until all are done or dismissed. Stays mounted after that, to show the result of its
 * last button.
 */
export function SetupChecklist({ setup }: { setup: SetupSteps | null }) {
  const backup = useFetcherForm<Intent>({ toastErrors: true, onDone: focusPage });
  const dismiss = useFetcherForm<Intent>({ toastErrors: true, onDone: focusPage });
  if (!setup) return null;
  const { steps, registerUrl } = setup;
  const actions: Record<SetupStep, ReactNode> = {
    key: (
      <ButtonLink to="/admin/models" size="s">
        Add a key
      </ButtonLink>
    ),
    mail: (
      <ButtonLink to="/admin/health" size="s">
        Email status
      </ButtonLink>
    ),
    people: (
      <>
        <CopyButton variant="secondary" label="Copy link" done="Link copied" text={registerUrl} />
        <ButtonLink to="/admin/users" size="s">
          Users
        </ButtonLink>
      </>
    ),
    backup: (
      <Button size="s" isBusy={backup.isBusy} onClick={() => backup.submit('backup')}>
        Back up now
      </Button>
    ),
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title="Finish setting up"
      lead={`${String(done)} of ${String(steps.length)} done`}
      className="mb-8"
      actions={
        <Button
          variant="ghost"
          size="s"
          isBusy={dismiss.isBusy}
          onClick={() => dismiss.submit('dismiss-setup')}
        >
          Dismiss
        </Button>
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {steps.map(({ step, isDone }) => (
          <Step key={step} {...TEXTS[step]} isDone={isDone} actions={actions[step]} />
        ))}
      </ul>
    </Section>
  );
}

type StepProps = { title: string; text: string; isDone: boolean; actions: ReactNode };

function Step({ title, text, isDone, actions }: StepProps) {
  if (isDone) {
    return (
      <li className="flex items-center gap-2.5 py-2.5 text-ink-3">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
        <span>{title}</span>
        <span className="sr-only">: done</span>
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2.5 py-3">
      <div className="flex min-w-0 grow basis-80 gap-2.5">
        <CircleDashed aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <div>
          <p className="font-medium">{title}</p>
          <p className="max-w-[68ch] text-s text-pretty text-ink-2">{text}</p>
        </div>
      </div>
      <div className="flex gap-2 max-sm:pl-6.5">{actions}</div>
    </li>
  );
}
