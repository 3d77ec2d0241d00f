import { Pin, PinOff } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import { Button } from '~/ui/button';
import { Combobox } from '~/ui/form/combobox';
import { SegmentedControl } from '~/ui/form/segmented-control';
import { Select } from '~/ui/form/select';
import { RestoreDiscarded } from '~/ui/restore-discarded';
import type { Template } from '../content/responses';
import { suggestTopics } from '../content/fetch-content';
import { isLanguage, LANGUAGE_TIERS, LEVEL_NAMES, LEVELS } from '../engine/languages';
import { visibleSteps, type Step } from '../engine/steps';
import { CLEARED_DRAFT, parseDiscardedDraft } from '../generator-draft';
import type { Generator } from '../use-generator';
import { DetailsStep } from './details-step';
import { HelpDialog } from './help-dialog';
import { StepItem } from './step-item';

/** The visible steps with their fields, on the left of the generator and the playground. */
export function GeneratorSteps({ generator, topicMinLength }: FieldProps) {
  const steps = visibleSteps(generator.state);
  return (
    <div>
      <ol aria-label="Steps">
        {steps.map(({ step, number, state }, index) => {
          const Field = FIELDS[step];
          return (
            <StepItem key={step} number={number} state={state} isLast={index === steps.length - 1}>
              <Field generator={generator} topicMinLength={topicMinLength} />
            </StepItem>
          );
        })}
      </ol>
      <RestoreDiscarded
        place={CLEARED_DRAFT}
        size="s"
        className="mt-2 -ml-2"
        onRestore={(fields) => generator.restoreCleared(parseDiscardedDraft(fields))}
      />
    </div>
  );
}

type FieldProps = {
  generator: Generator;
  /** Minimum number of characters for topic suggestions. */
  topicMinLength?: number | undefined;
};

const FIELDS: Readonly<Record<Step, (props: FieldProps) => ReactElement>> = {
  category: CategoryStep,
  templates: TemplatesStep,
  topic: TopicStep,
  details: DetailsStep,
  language: LanguageStep,
  level: LevelStep,
};

const idOf = (value: string): number | null => (value === '' ? null : Number(value));

function CategoryStep({ generator }: FieldProps) {
  const { state, categories, isPinned, chooseCategory, togglePin } = generator;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const PinIcon = isPinned ? PinOff : Pin;
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Category"
        value={state.categoryId ?? ''}
        onChange={(event) => void chooseCategory(idOf(event.currentTarget.value))}
      >
        <option value="">Choose a category</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div className="flex flex-wrap gap-2">
        <Button size="s" disabled={state.categoryId === null} aria-pressed={isPinned} onClick={togglePin}>
          <PinIcon aria-hidden="true" className="size-4" />
          {isPinned ? 'Unpin favorite' : 'Pin favorite'}
        </Button>
        <Button size="s" aria-haspopup="dialog" onClick={() => setIsHelpOpen(true)}>
          Get Help
        </Button>
      </div>
      {isHelpOpen ? (
        <HelpDialog
          onClose={() => setIsHelpOpen(false)}
          onUse={(purpose) => {
            setIsHelpOpen(false);
            void generator.usePurpose(purpose);
          }}
        />
      ) : null}
    </div>
  );
}

function TemplatesStep({ generator }: FieldProps) {
  const { state, dispatch, isLoading, reloadTemplates } = generator;
  const isMissing = !isLoading && (state.styles.length === 0 || state.outcomes.length === 0);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TemplateSelect
        label="Style"
        empty={isLoading ? 'Loading…' : 'Choose a style'}
        templates={state.styles}
        value={state.styleId}
        onChange={(styleId) => dispatch({ type: 'style-chosen', styleId })}
      />
      <TemplateSelect
        label="Outcome"
        empty={isLoading ? 'Loading…' : 'Choose an outcome'}
        templates={state.outcomes}
        value={state.outcomeId}
        onChange={(outcomeId) => dispatch({ type: 'outcome-chosen', outcomeId })}
      />
      {isMissing ? (
        <Button size="s" className="justify-self-start" onClick={() => void reloadTemplates()}>
          Reload templates
        </Button>
      ) : null}
    </div>
  );
}

type TemplateSelectProps = {
  label: string;
  empty: string;
  templates: readonly Template[];
  value: number | null;
  onChange: (id: number | null) => void;
};

function TemplateSelect({ label, empty, templates, value, onChange }: TemplateSelectProps) {
  return (
    <Select
      label={label}
      value={value ?? ''}
      disabled={templates.length === 0}
      onChange={(event) => onChange(idOf(event.currentTarget.value))}
    >
      <option value="">{empty}</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function TopicStep({ generator, topicMinLength }: FieldProps) {
  const { state, dispatch } = generator;
  return (
    <Combobox
      label="Topic"
      placeholder="What is it about?"
      value={state.topic}
      suggest={suggestTopics}
      {...(topicMinLength === undefined ? {} : { minLength: topicMinLength })}
      onValueChange={(topic) => dispatch({ type: 'topic-typed', topic })}
      onChoose={({ id, label }) => dispatch({ type: 'topic-chosen', topicId: Number(id), topic: label })}
    />
  );
}

function LanguageStep({ generator }: FieldProps) {
  const { state, dispatch } = generator;
  return (
    <Select
      label="Language"
      aside="optional"
      value={state.language}
      onChange={(event) => {
        const language = event.currentTarget.value;
        if (isLanguage(language)) dispatch({ type: 'language-chosen', language });
      }}
    >
      {LANGUAGE_TIERS.map(({ name, languages }) => (
        <optgroup key={name} label={name}>
          {languages.map((language) => (
            <option key={language}>{language}</option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

function LevelStep({ generator }: FieldProps) {
  const { state, dispatch } = generator;
  const segments = useMemo(() => LEVEL_NAMES.map((value) => ({ value, label: value })), []);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3" aria-hidden="true">
        <span className="text-s font-medium">Language level</span>
        <span className="text-xs text-ink-3">optional</span>
      </div>
      <SegmentedControl
        label="Language level"
        segments={segments}
        value={state.level}
        onChange={(level) => dispatch({ type: 'level-chosen', level })}
      />
      <p className="text-xs text-ink-3 first-letter:uppercase">{LEVELS[state.level]}</p>
    </div>
  );
}
