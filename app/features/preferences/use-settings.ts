import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import type { z } from '~/core/shared/zod';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { formatList } from '~/ui/format-names';
import { changedIn } from './changed-settings';
import type { FieldSchema } from './preferences-form';
import { localTimezone } from './timezones';

/** Where nobody has chosen a timezone, times are shown in this one. */
const DEFAULT_TIMEZONE = 'UTC';
const TIMEZONE = 'PreferredTimezone';

interface SettingsForm<Name extends string> {
  /** Of the whole form. */
  schema: z.ZodType<unknown, Record<string, string | undefined>>;
  /** Each setting's own rule. */
  shape: Readonly<Record<Name, FieldSchema>>;
  /** What a setting is called where it would be lost. */
  nounOf: (name: Name) => string;
}

/**
 * The settings as they are being edited. What is edited lies over what is stored, so that a save that fails loses
 * nothing and one that succeeds leaves nothing to save.
 */
export function useSettings<Name extends string>(
  { schema, shape, nounOf }: SettingsForm<Name>,
  stored: Record<Name, string>,
  lastResult: SubmissionResult | null,
) {
  const [edits, setEdits] = useState<Partial<Record<string, string>>>({});
  /** The controls keep what is typed by themselves; a new round makes them anew, as they are stored. */
  const [round, setRound] = useState(0);
  const [suggested, setSuggested] = useState<string>();
  const [discarded, setDiscarded] = useState<SubmissionResult | null>(null);
  const timezone = (stored as Partial<Record<string, string>>)[TIMEZONE];
  const shown: Record<string, string> = {
    ...stored,
    ...(timezone === '' && { [TIMEZONE]: DEFAULT_TIMEZONE }),
  };
  const [form, fields] = useForm(schema, {
    id: `settings-${String(round)}`,
    lastResult: lastResult === discarded ? null : lastResult,
    defaultValue: shown,
  });

  const isTimezoneOpen = timezone === '';
  useEffect(() => {
    const own = localTimezone();
    if (!isTimezoneOpen || own === DEFAULT_TIMEZONE) return;
    setSuggested(own);
    setEdits((others) => ({ [TIMEZONE]: own, ...others }));
  }, [isTimezoneOpen]);

  // What was changed before the scripts had loaded, or is put into the form again by Back, is an edit like any other.
  const atFirst = useRef({ formId: form.id, shape, shown: shown as Record<Name, string> });
  useEffect(() => {
    const { formId, shape, shown } = atFirst.current;
    const found = textsIn(formId, shape);
    const names = changedIn(shape, shown, found);
    setEdits((others) => ({ ...Object.fromEntries(names.map((name) => [name, found[name]])), ...others }));
  }, []);

  const changed = changedIn(shape, stored, edits as Partial<Record<Name, string>>);
  const isSuggestion = (name: Name) => name === TIMEZONE && edits[name] === suggested;
  return {
    form,
    /** Of those that are not saved. */
    changed,
    /** What leaving would lose; a mere suggestion is no loss. */
    loss: formatList(changed.filter((name) => !isSuggestion(name)).map(nounOf)),
    isTimezoneSuggested: isTimezoneOpen && suggested !== undefined && edits[TIMEZONE] === suggested,
    /** What the control of a setting needs. Its key is that of a new control after a discard. */
    control: (name: Name) => {
      const { id, error, defaultValue } = fieldProps(fields[name] ?? { id: `${form.id}-${name}`, name });
      const suggestion = name === TIMEZONE && round === 0 ? suggested : undefined;
      return {
        key: `${name} ${String(round)} ${suggestion ?? ''}`,
        props: {
          name,
          id,
          error,
          form: form.id,
          defaultValue: suggestion ?? (round === 0 ? defaultValue : (shown[name] ?? '')),
          onText: (text: string) => setEdits((others) => ({ ...others, [name]: text })),
        },
      };
    },
    discard: () => {
      setEdits({});
      setDiscarded(lastResult);
      setRound(round + 1);
    },
  };
}

/** What the controls of a form hold by themselves; a switch that is off is sent as nothing. */
function textsIn<Name extends string>(formId: string, shape: Readonly<Record<Name, FieldSchema>>) {
  const element = document.getElementById(formId);
  const data = new FormData(element instanceof HTMLFormElement ? element : undefined);
  const textOf = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(Object.keys(shape).map((name) => [name, textOf(name)])) as Record<Name, string>;
}

export type Settings<Name extends string> = ReturnType<typeof useSettings<Name>>;
