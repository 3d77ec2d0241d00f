import { useState } from 'react';
import { callApi, serverMessageOr } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { Section } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { Table } from '~/ui/table/table';
import { Diff } from '~/ui/word-diff';
import { docVersionSchema, type DocVersion } from './responses';
import type { ListedDocVersion } from './schema';

type Props = {
  docId: number;
  versions: readonly ListedDocVersion[];
  /** The text in the editor. */
  current: { title: string; content: string };
  timeZone: string;
  onTake: (version: DocVersion) => void;
};

/** Earlier versions of a text, to compare and restore. */
export function DocVersions({ docId, versions, current, timeZone, onTake }: Props) {
  const [shown, setShown] = useState<DocVersion | null>(null);
  const [loading, setLoading] = useState<number | null>(null);

  async function show(version: number) {
    setLoading(version);
    try {
      const address = `/api/admin/docs/version?id=${String(docId)}&version=${String(version)}`;
      setShown(await callApi(address, docVersionSchema));
    } catch (error) {
      showToast('error', serverMessageOr(error, 'The version couldn’t be loaded. Please try again.'));
    } finally {
      setLoading(null);
    }
  }

  return (
    <Section
      title="Versions"
      lead="Every save creates a version. Compare any version with the text in the editor, or restore it."
    >
      <Table
        caption="Versions of this text, newest first"
        rows={versions}
        rowKey={({ version }) => String(version)}
        columns={[
          {
            key: 'version',
            header: 'Version',
            isTitle: true,
            cell: ({ version }) => <span className="whitespace-nowrap">Version {version}</span>,
          },
          {
            key: 'at',
            header: 'Saved',
            cell: ({ at }) => <DateTime at={at} timeZone={timeZone} />,
          },
          {
            key: 'by',
            header: 'By',
            className: 'md:w-full',
            cell: ({ by }) => <span className="wrap-anywhere">{by ?? 'Promptwell'}</span>,
          },
          {
            key: 'compare',
            header: 'Actions',
            cell: ({ version }) => (
              <Button size="s" isBusy={loading === version} onClick={() => void show(version)}>
                Compare<span className="sr-only"> version {version}</span>
              </Button>
            ),
          },
        ]}
      />
      {shown ? (
        <Dialog
          isOpen
          size="l"
          onOpenChange={() => setShown(null)}
          title={`Version ${String(shown.version)}`}
          description="Crossed out: only in that version. Underlined: only in the editor."
          footer={
            <Button
              onClick={() => {
                onTake(shown);
                setShown(null);
              }}
            >
              Open in the editor
            </Button>
          }
        >
          <Diff
            before={`${shown.title}\n\n${shown.content}`}
            after={`${current.title}\n\n${current.content}`}
          />
        </Dialog>
      ) : null}
    </Section>
  );
}
