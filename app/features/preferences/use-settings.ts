import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import type { z } from '~/core/shared/zod';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { formatList } from '~/ui/format-names';
import { changedIn } from './changed-settings';
import type { FieldSchema } from './preferences-form';
import { localTimezone } from './timezones';

/** Times are shown in this time zone if the user hasn't chosen one. */
const DEFAULT_TIMEZONE = 'UTC';
const TIMEZONE = 'PreferredTimezone';

interface SettingsForm<Name extends string> {
  /** Error of the whole form. */
  schema: z.ZodType<unknown, Record<string, string | undefined>>;
  /** Validation rule of each setting. */
  shape: Readonly<Record<Name, FieldSchema>>;
  /** A setting's name in the warning about unsaved changes. */
  nounOf: (name: Name) => string;
}

/**
 * Settings under edit. Edits are an overlay on the stored values, so a failed save loses nothing and a successful one
 * leaves no edits.
 */
export function useSettings<Name extends string>(
  { schema, shape, nounOf }: SettingsForm<Name>,
  stored: Record<Name, string>,
  lastResult: SubmissionResult | null,
) {
  const [edits, setEdits] = useState<Partial<Record<string, string>>>({});
  /** Controls are uncontrolled; a new key recreates them with stored values. */
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

  // Values changed before hydration, or restored by the browser, count as edits.
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
    /** Names of unsaved settings. */
    changed,
    /** The changes that leaving would lose. Suggested values don't count. */
    loss: formatList(changed.filter((name) => !isSuggestion(name)).map(nounOf)),
    isTimezoneSuggested: isTimezoneOpen && suggested !== undefined && edits[TIMEZONE] === suggested,
    /** Props of a setting's control. The key changes after a discard. */
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

/** Current values of the form's controls; unchecked switches are not submitted. */
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
