import { Pencil, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { AdminFrame } from '~/features/admin';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { TextArea } from '~/ui/form/text-area';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { checkboxProps, fieldProps, useForm } from '~/ui/form/use-form';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { Section, Toolbar } from '~/ui/page/section';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { TableSearch } from '~/ui/table/table-search';
import type { TableOptions } from '~/ui/table/table-state';
import { useTableState } from '~/ui/table/use-table-state';
import { ContentState } from './content-state';
import { topicFormSchema } from './forms';
import type { ListedTopic } from './read-content.server';

const TABLE = {
  sortable: ['name', 'subtopics'],
  defaultSort: { key: 'name', direction: 'ascending' },
  filters: ['search'],
} as const satisfies TableOptions;

const COLUMNS: readonly DataColumn<ListedTopic>[] = [
  {
    key: 'name',
    header: 'Topic',
    isTitle: true,
    cardSlot: 1,
    sort: ({ name }) => name.replace(/^(?:an?|the) /, ''),
    cell: ({ name }) => <span className="wrap-anywhere md:block md:min-w-48">{name}</span>,
  },
  {
    key: 'subtopics',
    header: 'Subtopics',
    isNumber: true,
    cardSlot: 3,
    sort: ({ subtopics }) => subtopics.length,
    cell: ({ subtopics }) => (
      <>
        {formatCount(subtopics.length)}
        <span className="md:hidden"> {subtopics.length === 1 ? 'subtopic' : 'subtopics'}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cardSlot: 2,
    cell: ({ isApproved, isEdited }) => <ContentState isShown={isApproved} isEdited={isEdited} />,
  },
];

type Props = { topics: readonly ListedTopic[]; suggested: readonly { name: string; uses: number }[] };

type Draft = { topic?: ListedTopic; name?: string };

/** The suggested topics, and frequent topics of users that aren't suggested yet. */
export function TopicsPage({ topics, suggested }: Props) {
  const table = useTableState(TABLE);
  const [draft, setDraft] = useState<Draft | null>(null);
  const close = useCallback(() => setDraft(null), []);
  const search = (table.filters.search ?? '').toLowerCase();
  return (
    <AdminFrame
      title="Topics"
      lead="What the generator suggests while people type a topic."
      actions={
        <>
          <ButtonLink to="/admin/categories">All categories</ButtonLink>
          <Button variant="primary" onClick={() => setDraft({})}>
            <Plus aria-hidden="true" className="size-4" />
            Add a topic
          </Button>
        </>
      }
    >
      {suggested.length > 0 ? (
        <Section
          title="Suggested by people"
          lead="Topics people typed more than once. Approve one to suggest it to everyone."
        >
          <ul>
            {suggested.map(({ name, uses }) => (
              <li
                key={name}
                className="flex flex-wrap items-center gap-x-3 border-t border-line py-2 text-s last:border-b"
              >
                <span className="min-w-0 grow wrap-anywhere">{name}</span>
                <span className="num text-ink-2">{formatCount(uses)} prompts</span>
                <Button size="s" aria-label={`Approve ${name}`} onClick={() => setDraft({ name })}>
                  Approve…
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="All topics">
        <Toolbar label="Filters">
          <TableSearch table={table} name="search" label="Search topics" placeholder="Part of a name" />
        </Toolbar>
        <DataTable
          caption="Topics"
          noun="topics"
          table={table}
          columns={COLUMNS}
          rows={topics.filter(({ name }) => name.toLowerCase().includes(search))}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          rowActions={(topic) => [
            { key: 'edit', label: 'Edit…', icon: <Pencil />, onAction: () => setDraft({ topic }) },
          ]}
          empty={<EmptyState title="No topics yet">Add one, and it’s suggested right away.</EmptyState>}
        />
      </Section>
      {draft ? <TopicDialog {...draft} onClose={close} /> : null}
    </AdminFrame>
  );
}

function TopicDialog({ topic, name, onClose }: Draft & { onClose: () => void }) {
  const { fetcher, isBusy } = useFetcherForm({ onDone: onClose });
  const [form, fields] = useForm(topicFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: topic
      ? { name: topic.name, subtopics: topic.subtopics.join('\n'), isApproved: topic.isApproved }
      : { name: name ?? '', isApproved: true },
  });
  return (
    <FormDialog
      size="m"
      title={topic ? `Edit ${topic.name}` : 'Add a topic'}
      formId={form.id}
      submitLabel="Save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="save" fetcher={fetcher}>
        {topic ? <input type="hidden" name="id" value={topic.id} /> : null}
        <TextField
          label="Name"
          hint="Used mid-sentence: “Focus on photosynthesis.”"
          {...fieldProps(fields.name)}
        />
        <TextArea label="Subtopics" hint="One per line." rows={6} {...fieldProps(fields.subtopics)} />
        <Checkbox
          label="Approved"
          hint="Only approved topics are suggested."
          {...checkboxProps(fields.isApproved)}
        />
      </Form>
    </FormDialog>
  );
}
