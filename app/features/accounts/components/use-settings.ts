import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';
import { localTimezone } from '~/features/preferences';
import { fieldProps, useForm } from '~/ui/form/use-form';
import {
  accountSettingsSchema,
  changedSettings,
  listSettings,
  type SettingName,
  type SettingTexts,
} from '../account-settings';

/** Where nobody has chosen a timezone, times are shown in this one. */
const DEFAULT_TIMEZONE = 'UTC';

/**
 * The settings as they are being edited. What is edited lies over what is stored, so that a save that fails loses
 * nothing and one that succeeds leaves nothing to save.
 */
export function useSettings(stored: SettingTexts, lastResult: SubmissionResult | null) {
  const [edits, setEdits] = useState<Partial<SettingTexts>>({});
  /** The controls keep what is typed by themselves; a new round makes them anew, as they are stored. */
  const [round, setRound] = useState(0);
  const [suggested, setSuggested] = useState<string>();
  const [discarded, setDiscarded] = useState<SubmissionResult | null>(null);
  const shown = { ...stored, PreferredTimezone: stored.PreferredTimezone || DEFAULT_TIMEZONE };
  const [form, fields] = useForm(accountSettingsSchema, {
    id: `settings-${String(round)}`,
    lastResult: lastResult === discarded ? null : lastResult,
    defaultValue: shown,
  });

  const isTimezoneOpen = stored.PreferredTimezone === '';
  useEffect(() => {
    const own = localTimezone();
    if (!isTimezoneOpen || own === DEFAULT_TIMEZONE) return;
    setSuggested(own);
    setEdits((others) => ({ PreferredTimezone: own, ...others }));
  }, [isTimezoneOpen]);

  const changed = changedSettings(stored, edits);
  const isSuggestion = (name: SettingName) => name === 'PreferredTimezone' && edits[name] === suggested;
  return {
    form,
    /** Of those that are not saved. */
    changed,
    /** What leaving would lose; a mere suggestion is no loss. */
    loss: listSettings(changed.filter((name) => !isSuggestion(name))),
    isTimezoneSuggested: isTimezoneOpen && suggested !== undefined && edits.PreferredTimezone === suggested,
    /** What the control of a setting needs. Its key is that of a new control after a discard. */
    control: (name: SettingName) => {
      const { id, error, defaultValue } = fieldProps(fields[name]);
      const suggestion = name === 'PreferredTimezone' && round === 0 ? suggested : undefined;
      return {
        key: `${name} ${String(round)} ${suggestion ?? ''}`,
        props: {
          name,
          id,
          error,
          form: form.id,
          defaultValue: suggestion ?? (round === 0 ? defaultValue : shown[name]),
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
