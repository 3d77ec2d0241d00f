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

/** The page's URL with a change. Defaults are left out, and any change resets the page number. */
export function addressWith(params: URLSearchParams, change: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === '' || (name === 'page' && value === '1')) next.delete(name);
    else next.set(name, value);
  }
  return `/saved-prompts?${next.toString()}`.replace(/\?$/, '');
}

/** Tab, search and order, all in the URL. */
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
  // A selected folder that is empty now still filters the list.
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
            // Replaces the history entry, so that Back leaves the search instead of undoing keystrokes.
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

/** The URL's state including a pending navigation, so that two quick changes both count. */
function useLatestParams(): URLSearchParams {
  const [params] = useSearchParams();
  const { location } = useNavigation();
  return location?.pathname === '/saved-prompts' ? new URLSearchParams(location.search) : params;
}

/** Searches while typing, debounced; with Enter if scripts are off. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [params] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // Uses the tab and order at the time of the search.
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const isBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(search);
  useEffect(() => {
    if (!input.current || search === shown.current) return;
    shown.current = search;
    // The response to an earlier search doesn't overwrite newer text.
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
