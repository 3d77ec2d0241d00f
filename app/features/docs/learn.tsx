import { SubNavigation } from '~/ui/page/sub-navigation';
import { DocBody } from './doc-body';
import { EditLink, editAddress } from './edit-link';
import type { Heading } from './headings';
import { OnThisPage } from './on-this-page';
import type { DocList } from './schema';

type Props = DocList & {
  doc: { slug: string; title: string; html: string };
  headings: readonly Heading[];
  editIds: Readonly<Record<string, number>> | null;
};

/** A Learn document, with the list of documents and, on wide screens, its table of contents. */
export function Learn({ items, doc, headings, editIds }: Props) {
  const pages = items.map(({ slug, title }) => ({ to: `/docs/learn/${slug}`, label: title }));
  return (
    <div className="gap-10 lg:grid lg:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[200px_minmax(0,1fr)_200px]">
      <div className="mb-6 lg:mb-0">
        <SubNavigation label="Documents" pages={pages} as="side" />
      </div>
      <article className="min-w-0">
        <h2 className="mb-4 text-xl">{doc.title}</h2>
        <DocBody html={doc.html} />
        <EditLink to={editAddress(editIds, doc.slug)} what={doc.title} />
      </article>
      <OnThisPage headings={headings} />
    </div>
  );
}
