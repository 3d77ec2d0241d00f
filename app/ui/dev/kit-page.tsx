import { Button } from '../button';
import { ButtonLink } from '../button-link';
import { Badge, StateBadge, type State } from '../badge';
import { ClampedText } from '../clamped-text';
import { CodeBlock } from '../code-block';
import { CopyButton } from '../copy-button';
import { Disclosure } from '../disclosure';
import { EmptyState } from '../empty-state';
import { FileIcon } from '../file-icon';
import { Kbd } from '../kbd';
import { Markdown } from '../markdown/markdown';
import { Money } from '../money';
import { Notice } from '../notice';
import { PageFrame } from '../page/page-frame';
import { Section } from '../page/section';
import { StatGrid, StatTile } from '../page/stat-tile';
import { DateTime, RelativeTime } from '../relative-time';
import { ProgressBar } from '../progress-bar';
import { ScrollRegion } from '../scroll-region';
import { Skeleton, TextSkeleton } from '../skeleton';
import { Diff } from '../word-diff';
import { KitCharts } from './kit-charts';
import { KitFieldStates } from './kit-field-states';
import { KitForm } from './kit-form';
import { KitNavigation } from './kit-navigation';
import { KitOverlays } from './kit-overlays';
import { KitTables } from './kit-tables';

type Props = { now: string; today: string };

const STATES: readonly State[] = ['good', 'running', 'waiting', 'edited', 'failed', 'off'];
const TONES = ['info', 'good', 'warn', 'bad'] as const;
const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;
const LINES = Array.from({ length: 30 }, (_, index) => `Line ${String(index + 1)} of a long prompt.`);
const HOURS_AGO = [0, 1, 5, 30, 24 * 6, 24 * 15, 24 * 60];

/** Every UI component in its states. Development only. */
export function KitPage({ now, today }: Props) {
  return (
    <PageFrame
      title="Kit"
      lead="Every part that screens are made of, in its states."
      actions={
        <>
          <Button>Export</Button>
          <ButtonLink to="#table" variant="primary">
            New thing
          </ButtonLink>
        </>
      }
      navigation={{
        label: 'Kit',
        pages: [
          { to: '/dev/kit', label: 'All parts' },
          { to: '/pricing', label: 'Pricing', count: 3 },
          { to: '/app-info', label: 'App info' },
        ],
      }}
    >
      <Section title="Figures and states" lead="The few figures that matter most, then states in words.">
        <StatGrid label="Balance and usage">
          <StatTile
            label="Balance"
            value={<Money use="balance" microUsd={4_999_914} />}
            note="about 21 days at this week’s pace"
            to="/pricing"
          />
          <StatTile label="Spent today" value={<Money use="estimate" charged={3_400} />} />
          <StatTile label="Requests" value="1,204" note="12 failed" />
        </StatGrid>
        <p className="mt-4 flex flex-wrap gap-2">
          {STATES.map((state) => (
            <StateBadge key={state} state={state} />
          ))}
          <Badge tone="good">FREE PLAN</Badge>
        </p>
      </Section>

      <Section title="Buttons">
        <div className="flex flex-wrap items-center gap-2">
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button isBusy>Saving</Button>
          <Button disabled>Disabled</Button>
          <Button size="s">Small</Button>
          <Button size="l">Large</Button>
          <CopyButton text="copied" />
        </div>
      </Section>

      <Section title="Notices">
        <div className="flex flex-col gap-2">
          {TONES.map((tone) => (
            <Notice
              key={tone}
              tone={tone}
              title={`A notice that is ${tone}`}
              actions={<Button size="s">Fix it</Button>}
            >
              What happened, what was kept, what to do.
            </Notice>
          ))}
          <Notice onDismiss={() => undefined}>One line that can be put away.</Notice>
        </div>
      </Section>

      <Section title="Money and times">
        <dl className="grid max-w-140 grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          <dt className="text-ink-3">balance</dt>
          <dd>
            <Money use="balance" microUsd={4_999_914} />
          </dd>
          <dt className="text-ink-3">exact</dt>
          <dd>
            <Money use="exact" microUsd={4_999_914} />
          </dd>
          <dt className="text-ink-3">change</dt>
          <dd>
            <Money use="change" microUsd={5_000_000} /> <Money use="change" microUsd={-86} />
          </dd>
          <dt className="text-ink-3">estimate</dt>
          <dd>
            <Money use="estimate" typical={3_400} atMost={12_000} />
          </dd>
          <dt className="text-ink-3">charged</dt>
          <dd>
            <Money use="estimate" charged={86} />
          </dd>
          <dt className="text-ink-3">times</dt>
          <dd className="flex flex-wrap gap-x-4">
            {HOURS_AGO.map((hours) => (
              <RelativeTime
                key={hours}
                at={new Date(Date.parse(now) - hours * 3_600_000).toISOString()}
                now={now}
                timeZone="UTC"
              />
            ))}
          </dd>
          <dt className="text-ink-3">moments</dt>
          <dd className="flex flex-wrap gap-x-4">
            <DateTime at={now} timeZone="UTC" />
            <DateTime at={now} timeZone="UTC" isDay />
          </dd>
        </dl>
      </Section>

      <Section title="Form" id="form">
        <KitForm today={today} />
      </Section>

      <Section title="Fields that are wrong, disabled or waiting">
        <KitFieldStates today={today} />
      </Section>

      <Section title="Tables" id="table">
        <KitTables now={now} />
      </Section>

      <Section title="Above the page">
        <KitOverlays />
      </Section>

      <Section title="Charts">
        <KitCharts />
      </Section>

      <Section title="Texts">
        <div className="grid gap-6 lg:grid-cols-2">
          <Diff
            before="Explain photosynthesis. Use long words."
            after="Explain photosynthesis to a ten-year-old. Use short words and one example."
          />
          <CodeBlock
            title="classroom.baiql"
            code={'READ roster.csv\nRUN "Write a note to {{name}}" PARALLEL 5\nSAVE notes.docx'}
          />
          <Markdown text={'**Bold**, `code`, and a [link](https://example.org).\n\n- one\n- two'} />
          <ul className="flex flex-col gap-1">
            {[
              'roster.csv',
              'essay.docx',
              'scan.heic',
              'run.baiql',
              'answers.json',
              'all.zip',
              'unknown.xyz',
            ].map((name) => (
              <li key={name} className="flex items-center gap-2">
                <FileIcon name={name} /> {name}
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-6 max-w-140">
          <Disclosure summary="Options" aside="at most 2,048 tokens">
            What stands inside.
          </Disclosure>
        </div>
        <ScrollRegion
          label="A long prompt"
          className="mt-6 max-h-80 max-w-140 overflow-y-auto rounded-2 border border-line bg-surface p-4 text-s"
        >
          {LINES.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </ScrollRegion>
        <div className="mt-6 max-w-140">
          <ClampedText text={LINES.join('\n')} lang="en" />
        </div>
        <p className="mt-6 flex flex-wrap gap-2">
          {['S', 'Esc', 'Ctrl'].map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </p>
      </Section>

      <Section title="Nothing, and not yet">
        <EmptyState
          title="No prompts yet"
          action={
            <ButtonLink to="/ai" variant="primary">
              Write a prompt
            </ButtonLink>
          }
        >
          Prompts that you save are listed here.
        </EmptyState>
        <div className="flex max-w-100 flex-col gap-3">
          <ProgressBar label="Uploaded" value={42} max={100} />
          <ProgressBar label="Uploaded, with failures" value={60} failed={20} max={100} />
          <ProgressBar label="Not known yet" value={0} />
          <Skeleton className="h-5 w-60" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-80" />
          <TextSkeleton className="max-w-80" />
        </div>
      </Section>

      <Section title="Navigation" id="navigation">
        <KitNavigation />
      </Section>
    </PageFrame>
  );
}
