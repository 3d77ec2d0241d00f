import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../cx';

type PageSection = { id: string; label: string };

/** How far from the edge of a row that scrolls the link of the section in sight comes to stand. */
const EDGE_PX = 16;

type Props = { label: string; sections: readonly PageSection[] };

/**
 * The sections of one long page: a list at the side of a wide screen, a row to scroll on a narrow one, with the section
 * in sight marked. Links to anchors, which work without scripts; the focus goes to the section too, so that keyboards
 * go on from there.
 */
export function SectionNavigation({ label, sections }: Props) {
  const current = useSectionInSight(sections);
  const { hash, key } = useLocation();
  useEffect(() => {
    const section = document.getElementById(hash.slice(1));
    if (!section) return;
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }, [hash, key]);
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - EDGE_PX;
  }, [current]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className="sticky top-0 z-sticky -mx-4 overflow-x-auto border-b border-line bg-paper px-4 sm:-mx-6 sm:px-6 lg:top-6 lg:mx-0 lg:self-start lg:overflow-visible lg:border-0 lg:px-0"
    >
      <ul className="flex gap-1 lg:flex-col lg:gap-0">
        {sections.map(({ id, label: name }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={cx(
                'flex min-h-11 items-center px-2.5 text-s whitespace-nowrap no-underline focus-visible:-outline-offset-2 lg:min-h-8 lg:rounded-1',
                id === current
                  ? 'font-medium text-ink shadow-[inset_0_-2px_var(--ink)] lg:bg-chosen lg:shadow-none'
                  : 'text-ink-2 hover:text-ink lg:hover:bg-chosen',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section is in sight once it begins above this; one that was jumped to does. */
const MARK_PX = 120;

/** The last section that has come up to the mark; at the foot of the page the one that was asked for, or the last. */
function useSectionInSight(sections: readonly PageSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const look = () => {
      const isAtFoot = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const asked = sections.find(({ id }) => `#${id}` === window.location.hash)?.id;
      const begun = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= MARK_PX;
      });
      // Short sections at the foot cannot come up to the mark: there the one that was asked for counts.
      setCurrent((isAtFoot ? (asked ?? sections.at(-1)?.id) : begun.at(-1)?.id) ?? sections[0]?.id);
    };
    look();
    const events = ['scroll', 'resize', 'hashchange'] as const;
    for (const event of events) window.addEventListener(event, look, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, look);
    };
  }, [sections]);
  return current;
}
