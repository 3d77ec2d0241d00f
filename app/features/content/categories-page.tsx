import { Link, useNavigate } from '@remix-run/react';
import { ListTree, Pencil, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { AdminFrame } from '~/features/admin';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { NumberField } from '~/ui/form/number-field';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { checkboxProps, fieldProps, useForm } from '~/ui/form/use-form';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import type { TableOptions } from '~/ui/table/table-state';
import { useTableState } from '~/ui/table/use-table-state';
import { ContentState } from './content-state';
import { categoryFormSchema } from './forms';
import type { ListedCategory } from './read-content.server';

const TABLE = {
  sortable: ['order', 'name', 'copied', 'saved'],
  defaultSort: { key: 'order', direction: 'ascending' },
} as const satisfies TableOptions;

const figure = (
  key: 'pairs' | 'purposes' | 'copied' | 'saved',
  header: string,
): DataColumn<ListedCategory> => ({
  key,
  header,
  isNumber: true,
  cell: (category) => formatCount(category[key]),
});

const COLUMNS: readonly DataColumn<ListedCategory>[] = [
  {
    key: 'name',
    header: 'Category',
    isTitle: true,
    className: 'pr-10 md:pr-4',
    sort: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link
        to={`/admin/categories/${String(id)}`}
        className="wrap-anywhere underline-offset-4 hover:underline md:block md:min-w-48"
      >
        {name}
      </Link>
    ),
  },
  {
    key: 'order',
    header: 'Position',
    isNumber: true,
    sort: ({ sortOrder }) => sortOrder,
    cell: ({ sortOrder }) => sortOrder,
  },
  figure('pairs', 'Templates'),
  figure('purposes', 'Purposes'),
  { ...figure('copied', 'Copied'), sort: ({ copied }) => copied, isSecondary: true },
  { ...figure('saved', 'Saved'), sort: ({ saved }) => saved, isSecondary: true },
  {
    key: 'state',
    header: 'State',
    cell: ({ isActive, isEdited }) => <ContentState isShown={isActive} isEdited={isEdited} />,
  },
];

/** The categories of the generator's first step. */
export function CategoriesPage({ categories }: { categories: readonly ListedCategory[] }) {
  const table = useTableState(TABLE);
  const navigate = useNavigate();
  const [edited, setEdited] = useState<{ category?: ListedCategory } | null>(null);
  const close = useCallback(() => setEdited(null), []);
  return (
    <AdminFrame
      title="Categories"
      lead="What prompts are built from. Your edits are kept when a newer version brings new content."
      actions={
        <>
          <ButtonLink to="/admin/categories/topics">Topics</ButtonLink>
          <Button variant="primary" onClick={() => setEdited({})}>
            <Plus aria-hidden="true" className="size-4" />
            Add a category
          </Button>
        </>
      }
    >
      <DataTable
        caption="Categories"
        noun="categories"
        table={table}
        columns={COLUMNS}
        rows={categories}
        rowKey={({ id }) => String(id)}
        rowName={({ name }) => name}
        rowActions={(category) => [
          {
            key: 'open',
            label: 'Templates and purposes',
            icon: <ListTree />,
            onAction: () => navigate(`/admin/categories/${String(category.id)}`),
          },
          { key: 'edit', label: 'Edit…', icon: <Pencil />, onAction: () => setEdited({ category }) },
        ]}
        empty={<EmptyState title="No categories yet">Add one to build prompts from it.</EmptyState>}
      />
      {edited ? <CategoryDialog category={edited.category} onClose={close} /> : null}
    </AdminFrame>
  );
}

function CategoryDialog({
  category,
  onClose,
}: {
  category: ListedCategory | undefined;
  onClose: () => void;
}) {
  const { fetcher, isBusy } = useFetcherForm({ onDone: onClose });
  const [form, fields] = useForm(categoryFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: category
      ? { name: category.name, sortOrder: category.sortOrder, isActive: category.isActive }
      : { sortOrder: 1000, isActive: true },
  });
  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'Add a category'}
      formId={form.id}
      submitLabel="Save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="save" fetcher={fetcher}>
        {category ? <input type="hidden" name="id" value={category.id} /> : null}
        <TextField label="Name" {...fieldProps(fields.name)} />
        <NumberField
          label="Position"
          hint="Lower numbers come first."
          step={10}
          min={0}
          {...fieldProps(fields.sortOrder)}
        />
        <Checkbox
          label="Shown"
          hint="A hidden category keeps its templates, and saved prompts keep it."
          {...checkboxProps(fields.isActive)}
        />
      </Form>
    </FormDialog>
  );
}
