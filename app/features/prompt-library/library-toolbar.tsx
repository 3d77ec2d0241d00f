import {
  Form,
  NavigationType,
  useNavigate,
  useNavigation,
  useNavigationType,
  useSearchParams,
} from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { cx } from '~/ui/cx';
import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import { Toolbar } from '~/ui/page/section';
import { SegmentedLinks } from '~/ui/segmented-links';
import type { PromptSort } from '~/features/prompts';
import type { LibraryQuery } from '~/features/prompts/index.server';

const DEBOUNCE_MS = 300;

const BY_AGE = [
  ['recent', 'Most Recent'],
  ['oldest', 'Oldest'],
] as const;

const SORTS: Readonly<Record<LibraryQuery['tab'], readonly (readonly [PromptSort, string])[]>> = {
  community: [
    ['recent', 'Most Recent'],
    ['popular', 'Most Popular'],
    ['oldest', 'Oldest'],
  ],
  team: BY_AGE,
  mine: [
    ['recent', 'Most Recent'],
    ['used', 'Last Used'],
    ['popular', 'Most Used'],
    ['oldest', 'Oldest'],
  ],
};

/** The address of the page with a change; what is usual stays out of it, and anything but the page begins at page 1. */
export function addressWith(params: URLSearchParams, change: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === '' || (name === 'page' && value === '1')) next.delete(name);
    else next.set(name, value);
  }
  return `/saved-prompts?${next.toString()}`.replace(/\?$/, '');
}

/** Which tab, what is searched for, and in which order: all of it in the address. */
export function LibraryToolbar({
  query,
  folders,
  hasTeam,
}: {
  query: LibraryQuery;
  folders: readonly string[];
  hasTeam: boolean;
}) {
  const params = useLatestParams();
  const navigate = useNavigate();
  const go = (change: Record<string, string>, { replace = false } = {}) =>
    navigate(addressWith(params, change), { replace, preventScrollReset: true });
  // A folder that was emptied elsewhere still decides what is shown here.
  const { folder = '' } = query;
  const choices = folder === '' || folders.includes(folder) ? folders : [...folders, folder];
  const keep = query.search === '' ? '' : `search=${encodeURIComponent(query.search)}`;
  return (
    <>
      <SegmentedLinks
        label="Prompts"
        links={[
          { to: `/saved-prompts${keep && `?${keep}`}`, label: 'My Prompts', isCurrent: query.tab === 'mine' },
          ...(hasTeam || query.tab === 'team'
            ? [
                {
                  to: `/saved-prompts?tab=team${keep && `&${keep}`}`,
                  label: 'Team',
                  isCurrent: query.tab === 'team',
                },
              ]
            : []),
          {
            to: `/saved-prompts?tab=community${keep && `&${keep}`}`,
            label: 'Community',
            isCurrent: query.tab === 'community',
          },
        ]}
      />
      <div className="mt-4">
        <Toolbar label="Filter">
          <SearchField
            search={query.search}
            // Back leads out of a search, not through what was typed on the way to it.
            onSearch={(search) => go({ search }, { replace: query.search !== '' })}
          />
          {choices.length > 0 ? (
            <Select
              label="Folder"
              isLabelHidden
              className="max-w-60 min-w-0 max-sm:flex-1 sm:ml-auto"
              value={folder}
              onChange={(event) => go({ folder: event.currentTarget.value })}
            >
              <option value="">All folders</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </Select>
          ) : null}
          <Select
            label="Sort by"
            isLabelHidden
            className={cx('min-w-0 max-sm:flex-1', choices.length === 0 && 'sm:ml-auto')}
            value={query.sort}
            onChange={({ currentTarget: { value } }) => go({ sort: value === 'recent' ? '' : value })}
          >
            {SORTS[query.tab].map(([sort, label]) => (
              <option key={sort} value={sort}>
                {label}
              </option>
            ))}
          </Select>
        </Toolbar>
      </div>
    </>
  );
}

/** What the address says, or will say when the page that is being loaded is there: two quick choices both count. */
function useLatestParams(): URLSearchParams {
  const [params] = useSearchParams();
  const { location } = useNavigation();
  return location?.pathname === '/saved-prompts' ? new URLSearchParams(location.search) : params;
}

/** Searches as one pauses; by Enter without scripts. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [params] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // Searches in the tab and the order that are chosen when the pause is over.
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const isBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(search);
  useEffect(() => {
    if (!input.current || search === shown.current) return;
    shown.current = search;
    // The answer to an earlier search leaves alone what is being typed.
    if (isBack || document.activeElement !== input.current) input.current.value = search;
  }, [search, isBack]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Form method="get" role="search" aria-label="Search prompts" className="max-sm:w-full">
      {[...params]
        .filter(([key]) => key !== 'search' && key !== 'page')
        .map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
      <TextField
        ref={input}
        type="search"
        name="search"
        label="Search prompts"
        isLabelHidden
        placeholder="Search prompts…"
        maxLength={200}
        defaultValue={search}
        className="sm:w-80"
        onChange={(event) => {
          const { value } = event.currentTarget;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(value.trim()), DEBOUNCE_MS);
        }}
      />
    </Form>
  );
}
