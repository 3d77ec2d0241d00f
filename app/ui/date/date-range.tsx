import { parseDate } from '@internationalized/date';
import { useEffect, useId, useState } from 'react';
import { DateRangePicker } from 'react-aria-components/DateRangePicker';
import { Group } from 'react-aria-components/Group';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RangeCalendar } from 'react-aria-components/RangeCalendar';
import { cx } from '../cx';
import { CalendarButton, CalendarPopover, groupClasses, Month, Segments } from './date-parts';
import { validateDayRange, lastDays, type DayRange } from './day-range';
import { useTypingLocale } from './typing-locale';

type Props = {
  label: string;
  value: DayRange;
  /** Called with valid ranges only. The error of an invalid one is shown below the field. */
  onChange: (range: DayRange) => void;
  /** Today in the user's timezone, from the loader, so that server and browser render the same. */
  today: string;
  /** The user's timezone. It is displayed, because it decides when days begin and end. */
  timeZone: string;
  maxDays?: number;
};

/** Presets: the last n days, including today. */
const PRESET_DAYS = [1, 7, 30];

/** A date range: preset, typed, or picked from a calendar. */
export function DateRange({ label, value, onChange, today, timeZone, maxDays = 30 }: Props) {
  const id = useId();
  const locale = useTypingLocale();
  const [draft, setDraft] = useState(value);
  const { from, to } = value;
  useEffect(() => setDraft({ from, to }), [from, to]);
  const error = validateDayRange(draft, maxDays);
  const take = (range: DayRange) => {
    setDraft(range);
    if (validateDayRange(range, maxDays) === null) onChange(range);
  };
  return (
    <I18nProvider locale={locale}>
      <div className="flex flex-col gap-1">
        <span id={`${id}-label`} className="text-s font-medium">
          {label}
        </span>
        <div className="flex flex-wrap items-center gap-2">
          <div
            role="group"
            aria-label={`${label}: presets`}
            className="flex overflow-clip rounded-1 border border-line-strong"
          >
            {PRESET_DAYS.map((days) => {
              const range = lastDays(days, today);
              const isChosen = range.from === draft.from && range.to === draft.to;
              return (
                <button
                  key={days}
                  type="button"
                  aria-pressed={isChosen}
                  // Starts with the visible text, as speech control requires.
                  aria-label={days === 1 ? '1d: today' : `${String(days)}d: last ${String(days)} days`}
                  onClick={() => take(range)}
                  className={cx(
                    'num min-h-10.5 px-3 text-s font-medium transition-colors duration-100 focus-visible:-outline-offset-2 sm:min-h-8.5',
                    isChosen ? 'bg-ink text-paper' : 'text-ink-2 hover:bg-chosen hover:text-ink',
                  )}
                >
                  {days}d
                </button>
              );
            })}
          </div>
          <DateRangePicker
            aria-labelledby={`${id}-label`}
            aria-describedby={error === null ? undefined : `${id}-error`}
            value={{ start: parseDate(draft.from), end: parseDate(draft.to) }}
            onChange={(range) => {
              if (range) take({ from: range.start.toString(), to: range.end.toString() });
            }}
            maxValue={parseDate(today)}
            isInvalid={error !== null}
            shouldForceLeadingZeros
          >
            <Group className={groupClasses}>
              <Segments slot="start" />
              <span aria-hidden="true" className="px-0.5 text-ink-3">
                –
              </span>
              <Segments slot="end" />
              <CalendarButton />
            </Group>
            <CalendarPopover>
              <RangeCalendar>
                <Month />
                <p className="mt-2 text-xs text-ink-3">Days in {timeZone}</p>
              </RangeCalendar>
            </CalendarPopover>
          </DateRangePicker>
        </div>
        {error === null ? null : (
          <p id={`${id}-error`} role="alert" className="text-s text-bad">
            {error}
          </p>
        )}
      </div>
    </I18nProvider>
  );
}
