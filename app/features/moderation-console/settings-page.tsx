import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { ModerationResult, ModerationSettings } from '@promptwell/ai-providers/moderation';
import type { FormOutcome } from '~/core/edge/form.server';
import { AdminFrame } from '~/features/admin';
import { StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Switch } from '~/ui/form/switch';
import { TextArea } from '~/ui/form/text-area';
import { ButtonLink } from '~/ui/button-link';
import { Notice } from '~/ui/notice';
import { showToast } from '~/ui/overlay/toast';
import { Section } from '~/ui/page/section';
import { PairOfSliders } from './threshold-sliders';

type Props = { settings: ModerationSettings; judgedBy: 'openai' | 'openai-models' | 'model' | 'none' };

const JUDGES: Readonly<Record<Props['judgedBy'], string>> = {
  openai: 'OpenAI’s moderation endpoint scores every text that is checked.',
  'openai-models':
    'OpenAI’s moderation endpoint scores prompts that OpenAI’s own models will answer. Other texts, including published prompts, are only checked for card numbers and personal data.',
  model: 'A guard model on your own server scores every text that is checked.',
  none: 'Nothing scores texts on this server. They’re only checked for card numbers and personal data, and the thresholds below have no effect until MODERATION is set.',
};

type Outcome = FormOutcome<'save', { message: string }> | FormOutcome<'try', { result: ModerationResult }>;

/** Thresholds and switches of all moderation checks, with a box to try them. */
export function ModerationSettingsPage({ settings, judgedBy }: Props) {
  const saving = useFetcher<Outcome>();
  const trying = useFetcher<Outcome>();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    if (saving.data?.intent === 'save' && saving.data.done) showToast('success', saving.data.done.message);
  }, [saving.data]);
  const submit = (fetcher: typeof saving, intent: 'save' | 'try') => {
    if (!form.current) return;
    const fields = new FormData(form.current);
    fields.set('intent', intent);
    if (intent === 'try') fields.set('text', text);
    fetcher.submit(fields, { method: 'post' });
  };
  const result = trying.data?.intent === 'try' ? trying.data.done?.result : undefined;
  return (
    <AdminFrame
      title="Moderation Settings"
      lead="How certain a check must be before it warns or blocks. Applies to requests, batch runs and prompts that people publish."
      actions={
        <>
          <ButtonLink to="/admin/policies/teams">Teams policy</ButtonLink>
          <ButtonLink to="/admin/policies/enterprise">Enterprise policy</ButtonLink>
        </>
      }
    >
      <Notice className="mb-6">
        {JUDGES[judgedBy]} Prompts that people publish are also checked for profanity, in every language of
        the Prompt Generator. Words that also have innocent uses are let through.
      </Notice>
      <form
        ref={form}
        method="post"
        className="max-w-150"
        onSubmit={(event) => {
          event.preventDefault();
          submit(saving, 'save');
        }}
      >
        <input type="hidden" name="intent" value="save" />
        <Refusal outcome={saving.data} />
        <PairOfSliders label="Hate" name="hate" warn={settings.hateWarn} block={settings.hateBlock} />
        <PairOfSliders
          label="Violence"
          name="violence"
          warn={settings.violenceWarn}
          block={settings.violenceBlock}
        />
        <PairOfSliders
          label="Self-harm"
          name="selfHarm"
          warn={settings.selfHarmWarn}
          block={settings.selfHarmBlock}
        />
        <div className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
          <Switch
            name="blockPci"
            label="Block payment card numbers"
            hint="When off, card numbers only warn."
            defaultChecked={settings.blockPci}
          />
          <Switch
            name="blockCsam"
            label="Block sexual content about minors"
            hint="When off, it only warns."
            defaultChecked={settings.blockCsam}
          />
          <Switch
            name="forceDoNotStoreOnPiiWarn"
            label="Don’t store requests with personal data"
            hint="Even when the person asked to store them."
            defaultChecked={settings.forceDoNotStoreOnPiiWarn}
          />
        </div>
        <Button type="submit" variant="primary" className="mt-6" isBusy={saving.state !== 'idle'}>
          Save
        </Button>
      </form>
      <Section title="Test a text" lead="Uses the settings above, even if unsaved. Nothing is stored.">
        <div className="flex max-w-150 flex-col items-start gap-3">
          <TextArea
            label="Text"
            isLabelHidden
            rows={4}
            className="w-full"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            isBusy={trying.state !== 'idle'}
            disabled={text.trim() === ''}
            onClick={() => submit(trying, 'try')}
          >
            Try
          </Button>
          <Refusal outcome={trying.data} />
          {result ? <Verdict result={result} /> : null}
        </div>
      </Section>
    </AdminFrame>
  );
}

function Refusal({ outcome }: { outcome: Outcome | undefined }) {
  const errors = Object.values(outcome?.reply?.error ?? {}).flatMap((each) => each ?? []);
  if (errors.length === 0) return null;
  return (
    <Notice tone="bad" className="mb-4">
      {[...new Set(errors)].join(' ')}
    </Notice>
  );
}

const DECISIONS = { allow: 'Allowed', warn: 'Warned', block: 'Blocked' } as const;
const STATES = { allow: 'good', warn: 'waiting', block: 'failed' } as const;
const SOURCES: Readonly<Record<ModerationResult['source'], string>> = {
  openai: 'Scored by OpenAI’s moderation.',
  model: 'Scored by the guard model.',
  patterns: 'Only card numbers and personal data were checked.',
  unavailable: 'The moderation service couldn’t be reached.',
};

const CATEGORIES: Readonly<Record<ModerationResult['categories'][number]['name'], string>> = {
  hate: 'Hate',
  violence: 'Violence',
  'self-harm': 'Self-harm',
  minors: 'Sexual content about minors',
  'payment-cards': 'Payment cards',
  'personal-data': 'Personal data',
};

function Verdict({ result: { decision, source, categories, message } }: { result: ModerationResult }) {
  return (
    <div role="status" className="w-full text-s">
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge state={STATES[decision]}>{DECISIONS[decision]}</StateBadge>
        <span className="text-ink-2">{SOURCES[source]}</span>
      </p>
      {message ? <p className="mt-2">{message}</p> : null}
      {categories.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {categories.map(({ name, action, score, note }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 border-b border-line py-1.5">
              <span className="grow">
                {CATEGORIES[name]} <span className="text-ink-3">{note}</span>
              </span>
              <span className="num">{score.toFixed(2)}</span>
              <StateBadge state={STATES[action]}>{DECISIONS[action]}</StateBadge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-ink-2">Nothing was found.</p>
      )}
    </div>
  );
}
