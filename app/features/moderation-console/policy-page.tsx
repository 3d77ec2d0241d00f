import { Link } from '@remix-run/react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Checkbox } from '~/ui/form/checkbox';
import { AdminFrame } from '~/features/admin';
import { Notice } from '~/ui/notice';
import { PairOfSliders } from './threshold-sliders';

interface Policy {
  title: string;
  other: { to: string; label: string };
  warn: number;
  block: number;
  switches: readonly { label: string; isOn: boolean }[];
}

/** Initial policies of the two plans. */
const POLICIES = {
  teams: {
    title: 'Teams moderation policy',
    other: { to: '/admin/policies/enterprise', label: 'Enterprise policy' },
    warn: 0.4,
    block: 0.8,
    switches: [
      { label: 'Block payment card numbers', isOn: true },
      { label: 'Block sexual content about minors', isOn: true },
      { label: 'Let team admins review flagged prompts', isOn: true },
    ],
  },
  enterprise: {
    title: 'Enterprise moderation policy',
    other: { to: '/admin/policies/teams', label: 'Teams policy' },
    warn: 0.35,
    block: 0.75,
    switches: [
      { label: 'Block payment card numbers', isOn: true },
      { label: 'Block sexual content about minors', isOn: true },
      { label: 'Don’t store requests with personal data', isOn: true },
      { label: 'Keep published prompts within the organization', isOn: true },
    ],
  },
} as const satisfies Record<string, Policy>;

/** Preview of a plan's policy; can't be saved yet. */
export function PolicyPage({ plan }: { plan: keyof typeof POLICIES }) {
  const { title, other, warn, block, switches }: Policy = POLICIES[plan];
  return (
    <AdminFrame
      title={title}
      lead="A preview of the plan’s own policy. It doesn’t apply to anyone yet."
      actions={<ButtonLink to={other.to}>{other.label}</ButtonLink>}
    >
      <Notice className="mb-6">
        Saving is disabled. The thresholds that apply today are under{' '}
        <Link to="/admin/moderation/settings" className="link">
          Moderation Settings
        </Link>
        .
      </Notice>
      <form className="max-w-150" onSubmit={(event) => event.preventDefault()}>
        {['Hate', 'Violence', 'Self-harm'].map((label) => (
          <PairOfSliders key={label} label={label} warn={warn} block={block} />
        ))}
        <div className="mt-6 flex flex-col gap-3 border-t border-line pt-5">
          {switches.map(({ label, isOn }) => (
            <Checkbox key={label} label={label} defaultChecked={isOn} />
          ))}
        </div>
        <Button type="submit" variant="primary" className="mt-6" disabled>
          Save
        </Button>
      </form>
    </AdminFrame>
  );
}
