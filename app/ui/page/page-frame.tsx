import type { ReactNode } from 'react';
import { cx } from '../cx';
import { SubNavigation, type SubPage } from './sub-navigation';

type Props = {
  title: ReactNode;
  /** One sentence on the page's purpose, if it isn't obvious. */
  lead?: ReactNode;
  /** Actions of the page; the primary one last. */
  actions?: ReactNode;
  /** Links to sibling pages. */
  navigation?: { label: string; pages: readonly SubPage[]; as?: 'tabs' | 'side' };
  width?: 'm' | 'l' | 'full';
  children: ReactNode;
};

const widths = { m: 'max-w-180', l: 'max-w-280', full: 'max-w-none' } as const;

/** Layout of a page: title, lead, actions and navigation, then the content. */
export function PageFrame({ title, lead, actions, navigation, width = 'l', children }: Props) {
  const hasSideList = navigation?.as === 'side';
  return (
    <div className={cx('mx-auto w-full grow px-4 pt-6 pb-16 sm:px-6 sm:pt-8', widths[width])}>
      <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-70">
          <h1 className="text-2xl">{title}</h1>
          {lead ? <p className="mt-1 max-w-[68ch] text-balance text-ink-2">{lead}</p> : null}
        </div>
        {actions ? (
          <div className="flex max-w-full flex-wrap items-center gap-2 has-[form[role=search]]:max-sm:w-full">
            {actions}
          </div>
        ) : null}
      </header>
      {navigation ? (
        <div className={cx(hasSideList && 'lg:grid lg:grid-cols-[180px_minmax(0,1fr)] lg:gap-10', 'mt-5')}>
          <SubNavigation {...navigation} />
          <div className={cx('mt-6 min-w-0', hasSideList && 'lg:mt-0')}>{children}</div>
        </div>
      ) : (
        <div className="mt-6">{children}</div>
      )}
    </div>
  );
}
