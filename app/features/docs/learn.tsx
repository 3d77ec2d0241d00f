import { SubNavigation } from '~/ui/page/sub-navigation';
import { DocMarkdown } from './doc-markdown';
import { EditLink, editAddress } from './edit-link';
import type { Heading } from './headings';
import { OnThisPage } from './on-this-page';
import type { Doc, DocList } from './schema';

type Props = DocList & {
  doc: Doc;
  headings: readonly Heading[];
  editIds: Readonly<Record<string, number>> | null;
};

/** The documents at the side, one of them in the middle, its chapters beside it where there is room. */
export function Learn({ items, doc, headings, editIds }: Props) {
  const pages = items.map(({ slug, title }) => ({ to: `/docs/learn/${slug}`, label: title }));
  return (
    <div className="gap-10 lg:grid lg:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[200px_minmax(0,1fr)_200px]">
      <div className="mb-6 lg:mb-0">
        <SubNavigation label="Documents" pages={pages} as="side" />
      </div>
      <article className="min-w-0">
        <h2 className="mb-4 text-xl">{doc.title}</h2>
        <DocMarkdown text={doc.content} slug={doc.slug} />
        <EditLink to={editAddress(editIds, doc.slug)} what={doc.title} />
      </article>
      <OnThisPage headings={headings} />
    </div>
  );
}
