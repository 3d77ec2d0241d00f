import { Link } from '@remix-run/react';
import { cx } from './cx';
import { LinkRow } from './link-row';

type Props = {
  /** Names the choice; visually hidden. */
  label: string;
  links: readonly { to: string; label: string; isCurrent: boolean }[];
};

/** Links to a few views of a page. Looks like a SegmentedControl and works without JavaScript. */
export function SegmentedLinks({ label, links }: Props) {
  return (
    <LinkRow label={label} className="max-w-full">
      <ul className="inline-flex overflow-clip rounded-1 border border-line-strong">
        {links.map(({ to, label: name, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isCurrent ? 'true' : undefined}
              className={cx(
                'flex min-h-11 items-center px-4 text-s font-medium whitespace-nowrap no-underline transition-colors duration-100 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent sm:min-h-8 sm:px-3',
                isCurrent ? 'bg-ink text-paper' : 'text-ink-2 hover:bg-chosen hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </LinkRow>
  );
}
