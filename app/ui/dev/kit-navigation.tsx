import { Link, useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { LinkRow } from '../link-row';
import { SectionNavigation } from '../page/section-navigation';
import { SubNavigation } from '../page/sub-navigation';
import { SegmentedLinks } from '../segmented-links';
import { Tabs } from '../tabs';

const PERIODS = ['7 days', '30 days', '12 months'];
const SUBJECTS = [
  'Art',
  'Biology',
  'Chemistry',
  'Economics',
  'Geography',
  'History',
  'Literature',
  'Physics',
];
const TABS = [
  { value: 'reply', label: 'Reply', content: <p className="py-3">What the model wrote.</p> },
  { value: 'prompt', label: 'Prompt', content: <p className="py-3">What was asked.</p> },
  { value: 'cost', label: 'Cost', content: <p className="py-3">What it cost.</p> },
] as const;

/** Navigation components. Their position is kept in the URL, except for tabs. */
export function KitNavigation() {
  const [params] = useSearchParams();
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('reply');
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <Tabs label="Parts of a reply" tabs={TABS} value={tab} onChange={setTab} />
      <div className="flex min-w-0 flex-col gap-4">
        <SegmentedLinks
          label="Length of the period"
          links={PERIODS.map((label, index) => ({
            to: `?period=${String(index)}`,
            label,
            isCurrent: (params.get('period') ?? '0') === String(index),
          }))}
        />
        <LinkRow label="Subjects">
          <ul className="flex gap-4">
            {SUBJECTS.map((subject) => (
              <li key={subject}>
                <Link to={`?subject=${subject}`} className="link flex min-h-8 items-center">
                  {subject}
                </Link>
              </li>
            ))}
          </ul>
        </LinkRow>
      </div>
      <div className="max-w-60">
        <SubNavigation
          as="side"
          label="Settings"
          pages={[
            { to: '/dev/kit', label: 'Profile' },
            { to: '/account', label: 'Security', count: 2 },
          ]}
        />
      </div>
      <div className="max-w-60">
        <SectionNavigation label="Sections" sections={[{ id: 'navigation', label: 'Navigation' }]} />
      </div>
      <p>
        A{' '}
        <Link to="/pricing" className="link">
          link in a text
        </Link>
        .
      </p>
    </div>
  );
}
