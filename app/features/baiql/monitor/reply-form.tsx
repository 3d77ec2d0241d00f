import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { Select } from '~/ui/form/select';
import { TextArea } from '~/ui/form/text-area';
import { TextField } from '~/ui/form/text-field';
import { Notice } from '~/ui/notice';
import type { FormField } from '../runs/responses';
import { inputOf, replyOf, textOf, typedIn, valueOf, type FieldTexts } from './field-values';
import { REVIEW_BAR } from './review-bar';

interface Props {
  fields: readonly FormField[];
  /** Text typed before, if any. */
  typed: FieldTexts;
  /** The server's message, and its messages by field. */
  error: string | null;
  fieldErrors: FieldTexts;
  isBusy: boolean;
  onType: (texts: FieldTexts) => void;
  onSave: (reply: string) => void;
  onCancel: () => void;
}

/** Edits a JSON reply with one input per field. What can't be saved stays, with a message at its field. */
export function ReplyForm({ fields, typed, error, fieldErrors, isBusy, onType, onSave, onCancel }: Props) {
  const [texts, setTexts] = useState(typed);
  const [errors, setErrors] = useState<FieldTexts>({});
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);
  useEffect(() => {
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length > 0) setAttempts((before) => before + 1);
  }, [fieldErrors]);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  function type(field: FormField, text: string): void {
    const next = { ...texts, [field.name]: text };
    setTexts(next);
    onType(next);
    if (!Object.hasOwn(errors, field.name)) return;
    const read = valueOf(field, text);
    const others = Object.entries(errors).filter(([name]) => name !== field.name);
    setErrors(Object.fromEntries('error' in read ? [...others, [field.name, read.error]] : others));
  }

  function save(): void {
    const made = replyOf(fields, texts);
    setErrors('errors' in made ? made.errors : {});
    setAttempts(attempts + 1);
    if ('reply' in made) onSave(made.reply);
  }

  const input = (field: FormField) => (
    <FieldControl
      key={field.name}
      field={field}
      text={typedIn(texts, field)}
      error={Object.hasOwn(errors, field.name) ? errors[field.name] : undefined}
      onType={(text) => type(field, text)}
    />
  );
  const others = fields.filter(({ isRequested }) => !isRequested);
  const isMixed = others.length < fields.length;
  return (
    <form
      ref={form}
      noValidate
      aria-label="Edit reply"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div
        role="presentation"
        className="contents"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      >
        {fields.filter(({ isRequested }) => isRequested).map(input)}
        {others.length > 0 && isMixed ? (
          <h4 className="mt-1 text-xs font-medium text-ink-3">Also in the reply</h4>
        ) : null}
        {others.map(input)}
      </div>
      {error !== null && Object.keys(fieldErrors).length === 0 ? <Notice tone="bad">{error}</Notice> : null}
      <div className={REVIEW_BAR}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface ControlProps {
  field: FormField;
  text: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function FieldControl({ field, text, error, onType }: ControlProps) {
  const shared = {
    label: <span className="wrap-anywhere">{field.name}</span>,
    aside: field.isRequested && field.isOptional ? 'optional' : undefined,
    error,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onType(currentTarget.value),
  };
  const input = inputOf(field);
  switch (input) {
    case 'number':
      return (
        <TextField {...shared} inputMode="decimal" autoComplete="off" dir="ltr" className="num max-w-48" />
      );
    case 'date':
      return (
        <TextField
          {...shared}
          placeholder="YYYY-MM-DD"
          autoComplete="off"
          dir="ltr"
          className="num max-w-48"
        />
      );
    case 'choice':
    case 'switch':
      return (
        <Select {...shared} className="max-w-72">
          {choicesOf(field, text).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      );
    case 'list':
      return <TextArea {...shared} rows={2} maxRows={12} hint="One entry per line." />;
    case 'json':
      return (
        <TextArea
          {...shared}
          rows={3}
          maxRows={16}
          spellCheck={false}
          dir="ltr"
          style={{ fontFamily: 'var(--font-mono)' }}
          hint="JSON."
        />
      );
    case 'text':
      return <TextArea {...shared} rows={1} maxRows={12} />;
  }
}

/** The choices, plus the model's text if it isn't one of them. */
function choicesOf(field: FormField, text: string): readonly { value: string; label: string }[] {
  const choices =
    field.choices?.map((choice) => ({ value: choice, label: choice })) ??
    [true, false].map((value) => ({ value: String(value), label: value ? 'Yes' : 'No' }));
  const own = textOf(field);
  const isKnown = own === '' || choices.some(({ value }) => value === own);
  const hasNone = field.isOptional || own === '' || text === '';
  return [
    ...(hasNone ? [{ value: '', label: field.isOptional ? 'None' : 'Choose…' }] : []),
    ...(isKnown ? [] : [{ value: own, label: `“${own}” (not one of the choices)` }]),
    ...choices,
  ];
}
