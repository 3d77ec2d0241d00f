import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { keyboardScrollable } from '~/ui/scroll-region';
import { Skeleton } from '~/ui/skeleton';
import { messageOf } from '~/core/browser/call-api';
import type { Template } from '../index.server';
import { AddSampleFiles } from './add-sample-files';
import { templates } from './script-api';

type Props = { onClose: () => void; onUse: (template: Template) => void };

const PREVIEW_CHARACTERS = 400;

/** Scripts to start from, with the files they read. */
export function TemplatesDialog({ onClose, onUse }: Props) {
  const [list, setList] = useState<readonly Template[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    templates.list().then(setList, (error: unknown) => setProblem(messageOf(error)));
  }, []);
  const groups = [...new Set(list?.map(({ group }) => group))];
  return (
    <Dialog isOpen onOpenChange={onClose} title="BAIQL Templates" size="l">
      <div className="flex flex-col gap-6">
        <Notice title="Quick Start">
          Choose a template and press “Use Template”. “Add sample files” adds the files it needs, so you can
          run it right away. The{' '}
          <Link to="/docs#baiql" className="link">
            BAIQL documentation
          </Link>{' '}
          explains every command.
        </Notice>
        {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
        {list === undefined && problem === undefined ? <Skeleton className="h-80 w-full" /> : null}
        {groups.map((group) => (
          <section key={group} aria-label={group} className="flex flex-col gap-3">
            <h3 className="text-s font-semibold text-ink-2">{group}</h3>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
              {list
                ?.filter((template) => template.group === group)
                .map((template) => (
                  <TemplateCard key={template.key} template={template} onUse={onUse} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function TemplateCard({ template, onUse }: { template: Template; onUse: Props['onUse'] }) {
  const { name, batchType, description, code } = template;
  const isCut = code.length > PREVIEW_CHARACTERS;
  return (
    <li className="flex flex-col gap-2.5 rounded-2 border border-line p-4">
      <div className="flex items-center gap-2">
        <h4 className="text-m font-semibold">{name}</h4>
        <Badge tone="good">{batchType}</Badge>
      </div>
      <p className="text-s text-ink-2">{description}</p>
      <pre
        {...keyboardScrollable}
        role="region"
        aria-label={`${name}: code`}
        className="h-40 overflow-auto rounded-1 bg-sunken px-3 py-2 font-mono text-xs leading-5 [font-variant-ligatures:none]"
      >
        {code.slice(0, PREVIEW_CHARACTERS)}
        {isCut ? '…' : ''}
      </pre>
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <Button onClick={() => onUse(template)}>Use Template</Button>
        <AddSampleFiles template={template} />
      </div>
    </li>
  );
}
