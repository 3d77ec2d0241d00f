import { useId, useState } from 'react';
import { Download } from 'lucide-react';
import { FileIcon } from '~/ui/file-icon';
import { formatBytes } from '~/ui/format-count';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { Section } from '~/ui/page/section';
import { FilePreview } from '../files/file-preview';
import type { RunView } from '../runs/schema';

/** The files that a run has written, to be looked at and taken along. */
export function Outputs({ outputs, version }: Pick<RunView, 'outputs'> & { version: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const previewId = useId();
  if (outputs.length === 0) return null;
  const folder = commonFolder(outputs.map(({ path }) => path));
  return (
    <Section
      title="Outputs"
      actions={
        outputs.length === 1 ? null : (
          <a
            href={`/api/baiql/files/archive?path=${encodeURIComponent(folder)}`}
            className={buttonClasses('secondary', 's')}
          >
            <Download aria-hidden="true" className="size-4" /> Download all as zip
          </a>
        )
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {outputs.map(({ path, size }) => (
          <li key={path}>
            <div className="flex min-h-11 items-center gap-3 py-1.5">
              <FileIcon name={path} />
              <span className="min-w-0 grow truncate font-medium">{path.slice(folder.length)}</span>
              <span className="num text-s text-ink-3">{formatBytes(size)}</span>
              <Button
                size="s"
                variant="ghost"
                aria-expanded={path === shown}
                aria-controls={path === shown ? previewId : undefined}
                aria-label={`Preview ${path}`}
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
    </Section>
  );
}

/** The folder that all of them lie in. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...rest] = paths;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (!rest.every((path) => path.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  }
  return folder;
}
