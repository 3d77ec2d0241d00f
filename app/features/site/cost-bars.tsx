import { cx } from '~/ui/cx';

type Row = { name: string; note?: string; amount: number; isOurs?: boolean };

type Props = { title: string; rows: readonly Row[]; columns?: 1 | 2; format: (amount: number) => string };

/** Names with an amount each, and a bar to scale below. */
export function CostBars({ title, rows, columns = 1, format }: Props) {
  const most = rows.reduce((highest, { amount }) => Math.max(highest, amount), 0);
  return (
    <div>
      <h3 className="mb-4 text-l">{title}</h3>
      <dl className={cx('-mb-4', columns === 2 && 'gap-x-10 sm:columns-2')}>
        {rows.map(({ name, note, amount, isOurs = false }) => (
          <div
            key={name}
            className="grid break-inside-avoid grid-cols-[1fr_auto] items-baseline gap-x-4 pb-4"
          >
            <dt className="min-w-0">
              <span className="font-medium">{name}</span>{' '}
              {note ? <span className="text-s text-ink-3">{note}</span> : null}
            </dt>
            <dd className="num font-semibold">{format(amount)}</dd>
            <dd aria-hidden="true" className="col-span-2 mt-1.5">
              <svg
                className={cx('h-1.5 w-full', isOurs ? 'text-accent' : 'text-line-strong')}
                preserveAspectRatio="none"
                viewBox="0 0 100 1"
              >
                <rect width="100" height="1" className="fill-sunken" />
                <rect width={Math.max(0.3, (amount / most) * 100)} height="1" fill="currentColor" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
