import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { CalendarCell, CalendarGrid } from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import type { ReactNode } from 'react';
import { cx } from '../cx';

/** The editable month, day and year of a date. */
export function Segments({ slot }: { slot?: 'start' | 'end' }) {
  return (
    <DateInput {...(slot ? { slot } : {})} className="num flex whitespace-nowrap">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-[3px] px-0.5 outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-ink-3 data-focused:data-placeholder:text-on-accent"
        />
      )}
    </DateInput>
  );
}

export const groupClasses = cx(
  'flex min-h-11 flex-wrap items-center gap-1 rounded-1 border border-line-field bg-surface pr-1 pl-2.5 text-l sm:min-h-9 sm:text-m',
  'hover:border-ink-3 data-focus-within:border-accent data-invalid:border-bad data-disabled:bg-sunken data-disabled:text-ink-3',
);

export function CalendarButton() {
  return (
    <Button className="tappable ml-1 rounded-[4px] p-1.5 text-ink-3 hover:bg-chosen hover:text-ink">
      <CalendarDays aria-hidden="true" className="size-4" />
    </Button>
  );
}

export function CalendarPopover({ children }: { children: ReactNode }) {
  return (
    <Popover
      offset={4}
      placement="bottom start"
      style={{ zIndex: 'var(--layer-popover)' }}
      className="animate-appear overflow-auto rounded-2 border border-line bg-surface p-3 shadow-2"
    >
      <Dialog className="outline-none">{children}</Dialog>
    </Popover>
  );
}

const turn = 'tappable rounded-1 p-1.5 text-ink-2 hover:bg-chosen hover:text-ink disabled:opacity-40';

/** A month grid, for use within a Calendar or a RangeCalendar. */
export function Month() {
  return (
    <>
      <div className="mb-1 flex items-center justify-between">
        <Button slot="previous" className={turn}>
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <Heading level={2} className="text-s font-semibold" />
        <Button slot="next" className={turn}>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <CalendarGrid
        weekdayStyle="short"
        className="text-s [&_td]:p-0 [&_th]:pb-1 [&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-3"
      >
        {(date) => (
          <CalendarCell
            date={date}
            className={cx(
              'num flex size-9 cursor-pointer items-center justify-center outline-none hover:bg-chosen',
              'data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent',
              'data-outside-month:hidden data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-disabled:opacity-50 data-unavailable:line-through',
              'data-selected:bg-accent-soft data-selection-end:rounded-r-1 data-selection-start:rounded-l-1',
              'data-selection-end:bg-accent data-selection-end:text-on-accent data-selection-start:bg-accent data-selection-start:text-on-accent',
              'data-today:font-semibold data-today:underline data-today:underline-offset-4',
            )}
          />
        )}
      </CalendarGrid>
    </>
  );
}
