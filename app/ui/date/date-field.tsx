import { useId, useState } from 'react';
import { Calendar } from 'react-aria-components/Calendar';
import { DatePicker } from 'react-aria-components/DatePicker';
import { Group } from 'react-aria-components/Group';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { FieldProps } from '../form/field';
import { CalendarButton, CalendarPopover, groupClasses, Month, Segments } from './date-parts';
import { hasWholeYear, parseDay, YEAR_TOO_SHORT } from './day-range';
import { useTypingLocale } from './typing-locale';

type Props = Pick<FieldProps, 'label' | 'hint' | 'error'> & {
  name?: string;
  /** A day: "2026-11-21"; empty for none. */
  value?: string;
  defaultValue?: string;
  onValueChange?: (day: string) => void;
  min?: string;
  max?: string;
};

/** A single day, typed or picked from a calendar. Submitted as "2026-11-21". */
export function DateField({
  label,
  hint,
  error,
  name,
  value,
  defaultValue = '',
  onValueChange,
  min,
  max,
}: Props) {
  const id = useId();
  const locale = useTypingLocale();
  const [typed, setTyped] = useState(defaultValue);
  const day = value ?? typed;
  const isHalfTyped = parseDay(day) !== null && !hasWholeYear(day);
  const errors = isHalfTyped ? [YEAR_TOO_SHORT] : typeof error === 'string' ? [error] : (error ?? []);
  const hasError = errors.length > 0 && errors[0] !== '';
  return (
    <I18nProvider locale={locale}>
      <DatePicker
        aria-labelledby={`${id}-label`}
        aria-describedby={`${hasError ? `${id}-error ` : ''}${id}-hint`}
        value={parseDay(day)}
        onChange={(next) => {
          setTyped(next?.toString() ?? '');
          onValueChange?.(next?.toString() ?? '');
        }}
        minValue={parseDay(min ?? null)}
        maxValue={parseDay(max ?? null)}
        isInvalid={hasError}
        shouldForceLeadingZeros
        className="flex flex-col items-start gap-1"
      >
        <span id={`${id}-label`} className="text-s font-medium">
          {label}
        </span>
        <Group className={groupClasses}>
          <Segments />
          <CalendarButton />
        </Group>
        {hasError ? (
          <p id={`${id}-error`} className="text-s text-bad">
            {errors.join(' ')}
          </p>
        ) : null}
        <p id={`${id}-hint`} className="text-xs text-ink-3 empty:hidden">
          {hint}
        </p>
        <CalendarPopover>
          <Calendar>
            <Month />
          </Calendar>
        </CalendarPopover>
      </DatePicker>
      {name === undefined ? null : <input type="hidden" name={name} value={day} />}
    </I18nProvider>
  );
}
