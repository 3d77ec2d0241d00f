import { useId, useState } from 'react';
import { Download } from 'lucide-react';
import { FileIcon } from '~/ui/file-icon';
import { formatBytes, formatCount } from '~/ui/format-count';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { Section } from '~/ui/page/section';
import { commonFolder } from '../runs/common-folder';
import { FilePreview } from '../files/file-preview';
import type { RunView } from '../runs/answers';

/** A script may write a file for every row. */
const FEW = 5;
const MORE = 50;

/** The files that a run has written, to be looked at and taken along. */
export function Outputs({
  executionId,
  outputs,
  version,
}: Pick<RunView, 'executionId' | 'outputs'> & { version: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const [limit, setLimit] = useState(FEW);
  const previewId = useId();
  if (outputs.length === 0) return null;
  const folder = commonFolder(outputs.map(({ path }) => path));
  return (
    <Section
      title="Outputs"
      actions={
        outputs.length === 1 ? null : (
          <a href={`/api/baiql/execute/${executionId}/outputs`} className={buttonClasses('secondary', 's')}>
            <Download aria-hidden="true" className="size-4" /> Download all as zip
          </a>
        )
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {outputs.slice(0, limit).map(({ path, size }) => (
          <li key={path}>
            <div className="flex min-h-11 items-center gap-3 py-1.5">
              <FileIcon name={path} />
              <span className="min-w-0 grow font-medium wrap-anywhere">{path.slice(folder.length)}</span>
              <span className="num shrink-0 text-s text-ink-3">{formatBytes(size)}</span>
              <Button
                size="s"
                variant="ghost"
                aria-expanded={path === shown}
                aria-controls={path === shown ? previewId : undefined}
                aria-label={`${path === shown ? 'Hide' : 'Preview'} ${path}`}
                onClick={() => setShown(path === shown ? null : path)}
              >
                {path === shown ? 'Hide' : 'Preview'}
              </Button>
              <a
                href={`/api/baiql/files/content?path=${encodeURIComponent(path)}`}
                aria-label={`Download ${path}`}
                className={buttonClasses('ghost', 's')}
              >
                <Download aria-hidden="true" className="size-4" />
              </a>
            </div>
            {path === shown ? (
              <div id={previewId} className="pb-4">
                <FilePreview key={version} path={path} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {outputs.length > limit ? (
        <Button size="s" className="mt-3" onClick={() => setLimit(limit + MORE)}>
          Show {formatCount(Math.min(MORE, outputs.length - limit))} more of {formatCount(outputs.length)}
        </Button>
      ) : null}
    </Section>
  );
}
