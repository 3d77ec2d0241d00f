import { EmptyState } from '~/ui/empty-state';
import { DocText } from './doc-text';
import { EditLink } from './edit-link';
import { OnThisPage } from './on-this-page';
import { LEGAL_TITLES, type LegalSections, type LegalType } from './schema';

type Props = LegalSections & { type: LegalType; mayEdit: boolean };

export function Legal({ type, sections, mayEdit }: Props) {
  if (sections.length === 0) return <EmptyState title="No content available." />;
  return (
    <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_240px]">
      <article aria-label={LEGAL_TITLES[type]} className="max-w-180">
        {sections.map(({ id, title, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-8 scroll-mt-6 first:mt-0">
            <h2 id={`${id}-title`} className="mb-1 text-l">
              {title}
            </h2>
            <DocText text={content} />
          </section>
        ))}
        <EditLink to={mayEdit ? `/admin/docs?type=${type}` : null} what={LEGAL_TITLES[type]} />
      </article>
      <OnThisPage headings={sections.map(({ id, title }) => ({ id, text: title }))} />
    </div>
  );
}
