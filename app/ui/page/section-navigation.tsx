import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../cx';

type PageSection = { id: string; label: string };

/** Distance between the current link and the edge of the scrolling row. */
const EDGE_PX = 16;

type Props = { label: string; sections: readonly PageSection[] };

/**
 * Navigation within a long page: a list at the side, or a scrolling row on narrow screens, with the current section
 * marked. Anchor links, which work without JavaScript. The focus moves to the section, so that Tab continues there.
 */
export function SectionNavigation({ label, sections }: Props) {
  const current = useCurrentSection(sections);
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

/** A section is current once its top is above this line, as after following its link. */
const ACTIVE_LINE_PX = 120;

/** The last section above the line; at the end of the page the linked one, or the last. */
function useCurrentSection(sections: readonly PageSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const look = () => {
      const isAtFoot = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const asked = sections.find(({ id }) => `#${id}` === window.location.hash)?.id;
      const begun = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= ACTIVE_LINE_PX;
      });
      // Short sections at the end can't reach the line, so there the linked one counts.
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
