import { Link } from '@remix-run/react';
import { ChartNoAxesColumn, Pencil, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { Notice } from '~/ui/notice';
import { PageFrame } from '~/ui/page/page-frame';
import { Section } from '~/ui/page/section';
import { DataTable } from '~/ui/table/data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { keyColumns } from './key-columns';
import { CreateKeyDialog, EditKeyDialog, RevokeKeyDialog } from './key-dialogs';
import { KeyExamplesTabs } from './key-examples-tabs';
import { NewKeyNotice } from './new-key-notice';
import type { readKeysPage } from './read-keys-page.server';
import { KEYS_TABLE, type ApiKeyView, type CreatedKey } from './schema';

type Props = Awaited<ReturnType<typeof readKeysPage>>;
type Opened = { kind: 'create' } | { kind: 'edit' | 'revoke'; apiKey: ApiKeyView };

/** Shown until there is a model. */
const ANY_MODEL = 'provider/model';

/** A user's API keys. */
export function KeysPage({ keys, denial, proof, models, siteUrl, timeZone }: Props) {
  const table = useTableState(KEYS_TABLE);
  const columns = useMemo(() => keyColumns(timeZone, models), [timeZone, models]);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const model = created?.models?.[0] ?? models[0]?.id ?? ANY_MODEL;
  const close = () => setOpened(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const create = (
    <Button ref={createButton} variant="primary" onClick={() => setOpened({ kind: 'create' })}>
      Create key
    </Button>
  );
  const createFirst = <Button onClick={() => setOpened({ kind: 'create' })}>Create your first key</Button>;
  const hideCreated = () => {
    setCreated(null);
    createButton.current?.focus(); // the button that was pressed is gone
  };
  return (
    <PageFrame
      title="API keys"
      lead="Use your balance from scripts, editors and any tool that asks for a base URL and a key. Keys have the same prices and limits as this site, and can’t change your account."
      actions={denial === null ? create : undefined}
    >
      {denial === null ? null : (
        <Notice tone="warn" title="You can’t use API keys" className="mb-6">
          {denial} Programs with your keys are refused. You can still revoke keys here.
        </Notice>
      )}
      {created ? (
        <NewKeyNotice created={created} siteUrl={siteUrl} model={model} onClose={hideCreated} />
      ) : null}
      <DataTable
        caption="API keys, newest first"
        noun="keys"
        table={table}
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        rowName={({ name, last4 }) => `${name} (ending in ${last4})`}
        rowActions={(apiKey) => [
          {
            key: 'usage',
            label: 'Charges',
            icon: <ChartNoAxesColumn />,
            to: `/dashboard/history?apiKey=${apiKey.id}`,
          },
          ...(apiKey.state === 'revoked'
            ? []
            : [
                {
                  key: 'edit',
                  label: 'Edit',
                  icon: <Pencil />,
                  onAction: () => setOpened({ kind: 'edit', apiKey }),
                },
                {
                  key: 'revoke',
                  label: 'Revoke',
                  icon: <Trash2 />,
                  isDanger: true,
                  onAction: () => setOpened({ kind: 'revoke', apiKey }),
                },
              ]),
        ]}
        empty={
          <EmptyState title="No keys yet" action={denial === null ? createFirst : undefined}>
            Create a key for each program, so that you see what each one costs and can stop it alone.
          </EmptyState>
        }
      />
      {created || denial !== null ? null : (
        <Section
          title="Use a key anywhere that asks for a base URL"
          lead={
            <>
              See{' '}
              <Link to="/docs/learn/other-programs" className="link">
                settings for common programs
              </Link>
              .
            </>
          }
        >
          <KeyExamplesTabs siteUrl={siteUrl} secret="pw_…" model={model} />
        </Section>
      )}
      {opened?.kind === 'create' ? (
        <CreateKeyDialog proof={proof} models={models} onClose={close} onCreated={setCreated} />
      ) : null}
      {opened?.kind === 'edit' ? (
        <EditKeyDialog apiKey={opened.apiKey} models={models} onClose={close} />
      ) : null}
      {opened?.kind === 'revoke' ? <RevokeKeyDialog apiKey={opened.apiKey} onClose={close} /> : null}
    </PageFrame>
  );
}
