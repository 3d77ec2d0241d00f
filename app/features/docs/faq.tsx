import { Link, useLocation, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/empty-state';
import { DocText } from './doc-text';
import { EditLink, editAddress } from './edit-link';
import type { FaqCategory } from './schema';

type Props = { categories: readonly FaqCategory[]; editIds: Readonly<Record<string, number>> | null };

/** The questions of one category; they also open without JavaScript. */
export function Faq({ categories, editIds }: Props) {
  const [params] = useSearchParams();
  const { hash } = useLocation();
  const chosen = categories.find(({ id }) => id === params.get('category')) ?? categories[0];
  useEffect(() => {
    // Opens the linked question.
    const question = chosen?.questions.find(({ id }) => [id, encodeURIComponent(id)].includes(hash.slice(1)));
    const target = question && document.getElementById(question.id);
    if (target instanceof HTMLDetailsElement) target.open = true;
  }, [hash, chosen]);
  if (!chosen) return <EmptyState title="No FAQ categories available" />;
  return (
    <div className="gap-10 lg:grid lg:grid-cols-[200px_minmax(0,1fr)]">
      <nav aria-label="FAQ categories" className="mb-5 lg:mb-0">
        <ul className="flex flex-wrap gap-1 lg:sticky lg:top-6 lg:flex-col">
          {categories.map(({ id, name }) => (
            <li key={id}>
              <Link
                to={`/docs?category=${id}`}
                preventScrollReset
                aria-current={id === chosen.id ? 'true' : undefined}
                className={cx(
                  'flex min-h-11 items-center rounded-1 px-2.5 text-s no-underline lg:min-h-8',
                  id === chosen.id
                    ? 'bg-chosen font-medium text-ink'
                    : 'text-ink-2 hover:bg-chosen hover:text-ink',
                )}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="faq-category">
        <h2 id="faq-category" className="mb-2 text-l">
          {chosen.name}
        </h2>
        {chosen.questions.map(({ id, question, answer }) => (
          <details key={id} id={id} className="group scroll-mt-6 border-b border-line">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-2 font-medium [&::-webkit-details-marker]:hidden">
              <span aria-hidden="true" className="num w-3 text-ink-3 group-open:hidden">
                +
              </span>
              <span aria-hidden="true" className="num hidden w-3 text-ink-3 group-open:inline">
                −
              </span>
              {question}
            </summary>
            <div className="pb-4 pl-6">
              <DocText text={answer} />
              <EditLink to={editAddress(editIds, id)} what={question} />
            </div>
          </details>
        ))}
      </section>
    </div>
  );
}
