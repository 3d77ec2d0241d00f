export type Direction = 'ascending' | 'descending';
export type Sort = { key: string; direction: Direction };

export type TableState = {
  /** 1-based. */
  page: number;
  pageSize: number;
  sort: Sort | null;
  /** By name; only filters that are set. */
  filters: Readonly<Record<string, string>>;
  /** Cursor of a keyset-paginated list, from the previous response. */
  after: string | null;
};

export type TableOptions = {
  /** The first one is the default and is left out of the URL. */
  pageSizes?: readonly number[];
  sortable?: readonly string[];
  defaultSort?: Sort;
  filters?: readonly string[];
  /** The last page offered, even if there are more rows. */
  lastPage?: number;
  /** Prefix of the URL parameters, for pages with several tables. */
  prefix?: string;
};

/** Changes to the state. Any change but of the page goes back to the first page. */
export type TablePatch = Partial<Omit<TableState, 'filters'>> & {
  /** null or an empty string removes a filter. */
  filters?: Readonly<Record<string, string | null>>;
};

const PAGE_SIZES = [25, 50, 100] as const;

const nameOf = (options: TableOptions, name: string) => `${options.prefix ?? ''}${name}`;

const positive = (text: string | null): number | null => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

/** Reads a table's state from the URL. Invalid values are ignored. */
export function parseTableState(params: URLSearchParams, options: TableOptions = {}): TableState {
  const get = (name: string) => params.get(nameOf(options, name));
  const sizes = options.pageSizes ?? PAGE_SIZES;
  const size = positive(get('pageSize'));
  return {
    page: Math.min(positive(get('page')) ?? 1, options.lastPage ?? Infinity),
    pageSize: size !== null && sizes.includes(size) ? size : (sizes[0] ?? PAGE_SIZES[0]),
    sort: parseSort(get('sort'), options) ?? options.defaultSort ?? null,
    filters: Object.fromEntries(
      (options.filters ?? []).flatMap((name) => {
        const value = get(name)?.trim() ?? '';
        return value === '' ? [] : [[name, value]];
      }),
    ),
    after: get('after'),
  };
}

/** The state as the query of the list's API. */
export function tableQuery(address: Readonly<Record<string, string>>, options: TableOptions) {
  const { page, pageSize, sort, filters, after } = parseTableState(new URLSearchParams(address), options);
  const order = sort?.direction === 'ascending' ? 'asc' : 'desc';
  return { ...filters, page, pageSize, sort: sort?.key, order, after: after ?? undefined };
}

/** "-date": by date, descending. */
function parseSort(text: string | null, { sortable = [] }: TableOptions): Sort | null {
  if (text === null) return null;
  const key = text.replace(/^-/, '');
  if (!sortable.includes(key)) return null;
  return { key, direction: text.startsWith('-') ? 'descending' : 'ascending' };
}

export function patchTableState(state: TableState, patch: TablePatch): TableState {
  const { filters, ...rest } = patch;
  const isOnlyPage = filters === undefined && rest.sort === undefined && rest.pageSize === undefined;
  const set = Object.entries({ ...state.filters, ...filters }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]?.trim()),
  );
  return {
    ...state,
    ...(isOnlyPage ? {} : { page: 1, after: null }),
    ...rest,
    filters: Object.fromEntries(set),
  };
}

/** The URL's query for a state. Leaves out defaults and keeps unrelated parameters. */
export function tableSearchString(params: URLSearchParams, options: TableOptions, state: TableState): string {
  const next = new URLSearchParams(params);
  const sizes = options.pageSizes ?? PAGE_SIZES;
  const { sort } = state;
  const { defaultSort } = options;
  const isUsualSort = sort?.key === defaultSort?.key && sort?.direction === defaultSort?.direction;
  const values: Record<string, string | null> = {
    ...Object.fromEntries((options.filters ?? []).map((name) => [name, state.filters[name] ?? null])),
    sort: sort === null || isUsualSort ? null : `${sort.direction === 'descending' ? '-' : ''}${sort.key}`,
    page: state.page === 1 ? null : String(state.page),
    pageSize: state.pageSize === sizes[0] ? null : String(state.pageSize),
    after: state.after,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(nameOf(options, name));
    else next.set(nameOf(options, name), value);
  }
  return `?${next.toString()}`;
}
