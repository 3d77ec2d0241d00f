import { Link } from '@remix-run/react';
import { AdminFrame } from '~/features/admin';
import { Badge, StateBadge } from '~/ui/badge';
import { EmptyState } from '~/ui/empty-state';
import { Toolbar } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { DOC_TYPES, type DocType } from '~/features/docs';
import { type AdminDocList } from './responses';
import { DOC_TYPE_LABELS } from './schema';

type Props = AdminDocList & { type: DocType; timeZone: string };
type Item = AdminDocList['items'][number];

export function DocsListPage({ type, items, timeZone }: Props) {
  const table = useTableState({ pageSizes: [50] });
  return (
    <AdminFrame
      title="Docs Edit"
      lead="Everything under Docs. Updates to Promptwell never overwrite a text you have edited."
    >
      <Toolbar label="Documents">
        <div className="max-w-full overflow-x-auto">
          <SegmentedLinks
            label="Part of the docs"
            links={DOC_TYPES.map((each) => ({
              to: `/admin/docs?type=${each}`,
              label: DOC_TYPE_LABELS[each],
              isCurrent: each === type,
            }))}
          />
        </div>
      </Toolbar>
      <DataTable
        caption={`Texts: ${DOC_TYPE_LABELS[type]}`}
        noun="texts"
        table={table}
        columns={columnsOf(type, timeZone)}
        rows={items}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState title="No docs yet.">They are added when the server starts.</EmptyState>}
      />
    </AdminFrame>
  );
}

const columnsOf = (type: DocType, timeZone: string): readonly DataColumn<Item>[] => [
  {
    key: 'title',
    header: type === 'faq' ? 'Question' : 'Title',
    isTitle: true,
    className: 'md:w-full',
    cell: ({ id, title }) => (
      <Link to={`/admin/docs/${String(id)}`} className="wrap-anywhere md:block md:min-w-60">
        {title}
      </Link>
    ),
  },
  ...(type === 'faq'
    ? [
        {
          key: 'category',
          header: 'Category',
          cell: ({ category }: Item) => (
            <span className="wrap-anywhere md:block md:min-w-40">{category}</span>
          ),
        },
      ]
    : []),
  {
    key: 'state',
    header: 'State',
    cell: ({ isPublished, isEdited }) => (
      <span className="inline-flex flex-wrap gap-2">
        <StateBadge state={isPublished ? 'good' : 'off'}>{isPublished ? 'Published' : 'Hidden'}</StateBadge>
        {isEdited ? <Badge>Edited</Badge> : null}
      </span>
    ),
  },
  {
    key: 'updated',
    header: 'Last change',
    cell: ({ updatedAt }) => <DateTime at={updatedAt} timeZone={timeZone} />,
  },
];
