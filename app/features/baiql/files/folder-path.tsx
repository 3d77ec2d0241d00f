import { Link } from '@remix-run/react';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { cx } from '~/ui/cx';

/** A folder opens by URL, or, in a panel, by a click handler. */
export type FolderLinks = { hrefFor: (path: string) => string } | { open: (path: string) => void };

const ROOTS: Readonly<Record<string, string>> = { '/data/input/': 'Input', '/data/output/': 'Output' };

type OpenProps = { path: string; folders: FolderLinks; children: ReactNode };

export function OpenFolder({ path, folders, children }: OpenProps) {
  const className = 'tappable min-w-0 text-left font-medium wrap-anywhere no-underline hover:underline';
  return 'hrefFor' in folders ? (
    <Link to={folders.hrefFor(path)} preventScrollReset className={className}>
      {children}
    </Link>
  ) : (
    <button type="button" className={className} onClick={() => folders.open(path)}>
      {children}
    </button>
  );
}

/** Breadcrumbs of a folder, with a link to the other root. */
export function FolderPath({ path, folders }: { path: string; folders: FolderLinks }) {
  const root = Object.keys(ROOTS).find((each) => path.startsWith(each)) ?? '/data/input/';
  const names = path.slice(root.length).split('/').filter(Boolean);
  return (
    <nav aria-label="Folder" className="-ml-2 flex min-w-0 flex-wrap items-center gap-1 text-s">
      {Object.entries(ROOTS).map(([each, label]) => (
        <span key={each} className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
          {each === path ? (
            <Current>
              <Root isOpen>{label}</Root>
            </Current>
          ) : (
            <OpenFolder path={each} folders={folders}>
              <Root isOpen={each === root}>{label}</Root>
            </OpenFolder>
          )}
          {each === root ? <Below root={root} names={names} folders={folders} /> : null}
        </span>
      ))}
    </nav>
  );
}

function Below({ root, names, folders }: { root: string; names: readonly string[]; folders: FolderLinks }) {
  return names.map((name, index) => {
    const to = `${root}${names.slice(0, index + 1).join('/')}/`;
    return (
      <Fragment key={to}>
        <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
        {index === names.length - 1 ? (
          <Current>
            <bdi>{name}</bdi>
          </Current>
        ) : (
          <OpenFolder path={to} folders={folders}>
            <bdi>{name}</bdi>
          </OpenFolder>
        )}
      </Fragment>
    );
  });
}

const Root = ({ isOpen, children }: { isOpen: boolean; children: string }) => (
  <span
    className={cx(
      'inline-flex min-h-8 items-center rounded-1 px-2',
      isOpen ? 'bg-chosen' : 'text-ink-2 hover:bg-chosen hover:text-ink',
    )}
  >
    {children}
  </span>
);

const Current = ({ children }: { children: ReactNode }) => (
  <span aria-current="page" className="font-semibold wrap-anywhere">
    {children}
  </span>
);
