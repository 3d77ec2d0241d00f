import { NavLink, useLocation } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '../cx';
import { LinkRow } from '../link-row';
import { usePrefetch } from '../use-prefetch';

export type SubPage = {
  to: string;
  label: string;
  /** Number of items that need attention. */
  count?: number;
  /** Current only on its exact path, not below it. */
  isExact?: boolean;
};

type Props = { label: string; pages: readonly SubPage[]; as?: 'tabs' | 'side' };

/**
 * Links to sibling pages: tabs, or a list at the side that becomes a menu on narrow screens. Native elements that work
 * without JavaScript.
 */
export function SubNavigation({ label, pages, as = 'tabs' }: Props) {
  const prefetch = usePrefetch();
  if (as === 'tabs') {
    return (
      <LinkRow label={label} className="-mx-4 border-b border-line px-4 sm:mx-0 sm:px-0">
        <ul className="flex gap-1">
          {pages.map((page) => (
            <li key={page.to}>
              <NavLink to={page.to} end={page.isExact ?? false} prefetch={prefetch} className={tabClasses}>
                <PageLabel {...page} />
              </NavLink>
            </li>
          ))}
        </ul>
      </LinkRow>
    );
  }
  return (
    <nav aria-label={label}>
      <SideMenu label={label} pages={pages} />
      <div className="hidden lg:sticky lg:top-6 lg:block">
        <SideList pages={pages} />
      </div>
    </nav>
  );
}

function SideMenu({ label, pages }: Props) {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [pathname]);
  return (
    <details ref={menu} className="group rounded-1 border border-line-strong bg-surface lg:hidden">
      <summary className="flex min-h-11 list-none items-center justify-between gap-2 px-3 font-medium [&::-webkit-details-marker]:hidden">
        <span>
          <span className="sr-only">{label}: </span>
          {pages.find((page) => isCurrent(page, pathname))?.label ?? 'Choose a page'}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-1">
        <SideList pages={pages} />
      </div>
    </details>
  );
}

/** Same rule as NavLink. */
const isCurrent = ({ to, isExact }: SubPage, pathname: string): boolean =>
  pathname === to || (!isExact && pathname.startsWith(`${to}/`));

function SideList({ pages }: { pages: readonly SubPage[] }) {
  const prefetch = usePrefetch();
  return (
    <ul className="flex flex-col">
      {pages.map((page) => (
        <li key={page.to}>
          <NavLink to={page.to} end={page.isExact ?? false} prefetch={prefetch} className={sideClasses}>
            <PageLabel {...page} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function PageLabel({ label, count }: SubPage) {
  return (
    <>
      {label}
      {count === undefined ? null : <span className="num ml-1.5 text-xs text-ink-3">{count}</span>}
    </>
  );
}

const tabClasses = ({ isActive }: { isActive: boolean }) =>
  cx(
    'flex min-h-10 items-center px-3 text-s font-medium whitespace-nowrap no-underline focus-visible:-outline-offset-2',
    isActive ? 'text-ink shadow-[inset_0_-2px_var(--ink)]' : 'text-ink-3 hover:text-ink',
  );

const sideClasses = ({ isActive }: { isActive: boolean }) =>
  cx(
    'flex min-h-11 items-center rounded-1 px-2.5 text-s no-underline lg:min-h-8',
    isActive ? 'bg-chosen font-medium text-ink' : 'text-ink-2 hover:bg-chosen hover:text-ink',
  );
