import { Form, Link, useLocation, useNavigate, useSearchParams, useSubmit } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { EmptyState } from '~/ui/empty-state';
import { TextField } from '~/ui/form/text-field';
import { PageFrame } from '~/ui/page/page-frame';
import { LEGAL_TITLES, LEGAL_TYPES, MAX_HITS, MAX_SEARCH_CHARACTERS, type SearchHit } from './schema';

type Props = {
  search: { query: string; hits: readonly SearchHit[] } | null;
  /** For test-drive accounts. */
  hasFeedback: boolean;
  children: ReactNode;
};

const PAGES = [
  { to: '/docs', label: 'FAQ', isExact: true },
  { to: '/docs/learn', label: 'Learn' },
  ...LEGAL_TYPES.map((type) => ({ to: `/docs/${type}`, label: LEGAL_TITLES[type] })),
];

const FEEDBACK_PAGE = { to: '/docs/feedback', label: 'Feedback' };

/** Linked from the script editor. */
const BAIQL_ANCHOR = '#baiql';

/** Layout of the documentation with its search. */
export function DocsFrame({ search, hasFeedback, children }: Props) {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (pathname === '/docs' && hash === BAIQL_ANCHOR) navigate('/docs/learn/baiql-guide', { replace: true });
  }, [pathname, hash, navigate]);
  return (
    <PageFrame
      title="Docs"
      lead="Answers, guides and the legal texts of this installation."
      actions={<DocsSearch />}
      navigation={{ label: 'Documentation', pages: hasFeedback ? [...PAGES, FEEDBACK_PAGE] : PAGES }}
    >
      {search === null ? children : <Hits {...search} />}
    </PageFrame>
  );
}

/** Searches while typing; without JavaScript, on Enter. */
function DocsSearch() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  const query = params.get('q') ?? '';
  useEffect(() => {
    // The URL changed by Back or by following a result.
    if (input.current && document.activeElement !== input.current) input.current.value = query;
  }, [query]);
  return (
    <Form
      method="get"
      action={pathname}
      role="search"
      aria-label="Documentation"
      className="w-full sm:w-auto"
      onChange={(event) => {
        // The first character adds a history entry; further ones replace it.
        submit(event.currentTarget, { replace: query !== '', preventScrollReset: true });
      }}
    >
      <TextField
        ref={input}
        type="search"
        name="q"
        label="Search the docs"
        isLabelHidden
        placeholder="Search the docs"
        maxLength={MAX_SEARCH_CHARACTERS}
        defaultValue={query}
        className="w-full sm:w-72"
      />
    </Form>
  );
}

const foundText = (count: number): string =>
  count === 0
    ? 'No results'
    : count === 1
      ? '1 result'
      : count < MAX_HITS
        ? `${String(count)} results`
        : `The first ${String(count)} results`;

function Hits({ query, hits }: NonNullable<Props['search']>) {
  const isEmpty = hits.length === 0;
  return (
    <section aria-label="Results">
      <p role="status" className={isEmpty ? 'sr-only' : 'num mb-3 text-s text-ink-3'}>
        {foundText(hits.length)}
      </p>
      {isEmpty ? (
        <EmptyState title={`No results for “${query}”`}>Try fewer words, or another one.</EmptyState>
      ) : null}
      <ul className="flex flex-col gap-5">
        {hits.map(({ to, title, where, excerpt: [before, found, after] }) => (
          <li key={`${to} ${title}`} className="max-w-[72ch]">
            <Link to={to} className="font-medium">
              {title}
            </Link>
            <span className="ml-2 text-xs text-ink-3">{where}</span>
            <p className="text-s text-pretty wrap-anywhere text-ink-2">
              {before}
              {found === '' ? null : <mark className="bg-accent-soft text-ink">{found}</mark>}
              {after}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
