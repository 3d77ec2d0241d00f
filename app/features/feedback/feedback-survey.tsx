import { useState } from 'react';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { cx } from '~/ui/cx';
import { TextArea } from '~/ui/form/text-area';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import { RestoreDiscarded } from '~/ui/restore-discarded';
import { NOT_APPLICABLE, NOT_AVAILABLE, QUESTION_KEYS, QUESTIONS, RATINGS } from './schema';
import type { readSurvey } from './submit-feedback.server';
import { SURVEY } from './survey-storage';
import { useSurvey } from './use-survey';

type Survey = NonNullable<Awaited<ReturnType<typeof readSurvey>>>;

/** The survey for test-drive accounts, available once they have used their credit. */
export function FeedbackSurvey({ survey }: { survey: Survey | null }) {
  if (!survey) return <EmptyState title={NOT_AVAILABLE} />;
  return <Questions key={survey.userId} survey={survey} />;
}

function Questions({ survey }: { survey: Survey }) {
  const form = useSurvey(survey);
  const [formVersion, setFormVersion] = useState(0);
  useFocusAfter(form.isSaving);
  if (form.isSubmitted) return <Notice tone="good">Feedback submitted. Thank you!</Notice>;
  if (!form.isUnlocked) {
    return (
      <EmptyState title="The survey isn’t open yet">
        Try the product first. The survey opens when your balance is{' '}
        {formatBalance(microUsdFromCents(survey.unlocksAtCents))} or less.
      </EmptyState>
    );
  }
  return (
    <form
      noValidate
      aria-labelledby="survey-title"
      className="max-w-180"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <h2 id="survey-title" className="text-l">
        How is Promptwell working for you?
      </h2>
      <p className="mb-6 text-ink-2">
        Ten questions, from 1 (not at all) to 10 (very), or N/A. Your answers go to the administrators of this
        installation. Test group: {survey.group.name}.
      </p>
      {form.failure === null ? null : (
        <div role="alert" className="mb-4">
          <Notice tone="bad">{form.failure}</Notice>
        </div>
      )}
      <ol className="flex flex-col gap-6">
        {QUESTIONS.map((question, index) => {
          const key = QUESTION_KEYS[index] ?? 'Q1';
          return (
            <li key={key}>
              <Rating
                name={key}
                label={`${key}. ${question}`}
                value={form.answers[key] ?? null}
                onChange={(value) => form.answer(key, value)}
              />
            </li>
          );
        })}
      </ol>
      <TextArea
        key={formVersion}
        label="Comment"
        hint="Optional."
        className="mt-6"
        rows={4}
        maxLength={4000}
        value={form.comment}
        onChange={(event) => form.setComment(event.currentTarget.value)}
      />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={!form.isComplete} isBusy={form.isSaving}>
          Save
        </Button>
        <Button
          disabled={form.isSaving}
          onClick={() => {
            form.clear();
            setFormVersion((count) => count + 1);
          }}
        >
          Cancel
        </Button>
        <RestoreDiscarded place={SURVEY} onRestore={({ comment = '' }) => form.setComment(comment)} />
        <span role="status" className="num text-s text-ink-3">
          {Object.keys(form.answers).length} of 10 answered
        </span>
      </div>
    </form>
  );
}

type RatingProps = {
  name: string;
  label: string;
  value: number | null;
  onChange: (value: number) => void;
};

const CHOICES = [
  ...RATINGS.map((value) => ({ value, text: String(value) })),
  { value: NOT_APPLICABLE, text: 'N/A' },
];

/** A radio group styled as a scale; arrow keys move along it. */
function Rating({ name, label, value, onChange }: RatingProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {CHOICES.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              'num relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-1 border px-2 text-s has-focus-visible:outline-2 has-focus-visible:outline-accent sm:min-h-9 sm:min-w-9',
              value === choice.value
                ? 'border-accent bg-accent-soft font-semibold text-ink'
                : 'border-line-strong text-ink-2 hover:bg-chosen hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {choice.text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
