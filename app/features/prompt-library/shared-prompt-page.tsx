import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { CopyButton } from '~/ui/copy-button';
import { Badge } from '~/ui/badge';
import { PageFrame } from '~/ui/page/page-frame';
import { DateTime } from '~/ui/relative-time';
import { showToast } from '~/ui/overlay/toast';
import { parseVariables } from '~/features/prompts';
import type { SavedPrompt } from '~/features/prompts/index.server';
import { handOver } from './card-text';
import { OpenDialog } from './open-dialog';
import { countUse } from './prompt-calls';
import type { readSharedPrompt } from '~/features/prompts/index.server';

type Props = Awaited<ReturnType<typeof readSharedPrompt>>;

/** One public prompt, for whoever was given its link. */
export function SharedPromptPage({ prompt, isSignedIn, timeZone }: Props) {
  const { id, title, description, content, userName, categoryName, tags, createdDate } = prompt;
  const navigate = useNavigate();
  const [open, setOpen] = useState<SavedPrompt | null>(null);
  async function use() {
    const used = await countUse(id);
    if (!used.ok) showToast('error', used.message || 'Failed to load prompts');
    else if (parseVariables(used.answer.content).variables.length > 0) setOpen(used.answer);
    else navigate('/prompt-generator', { state: handOver(used.answer) });
  }
  return (
    <PageFrame
      width="m"
      title={title}
      lead={description || undefined}
      actions={
        <>
          <CopyButton text={content} done="Prompt copied" variant="secondary" size="m" />
          {isSignedIn ? (
            <Button variant="primary" onClick={() => void use()}>
              Use
            </Button>
          ) : (
            <ButtonLink
              variant="primary"
              to={`/login?${new URLSearchParams({ returnTo: `/saved-prompts/${id}` }).toString()}`}
            >
              Log in to use it
            </ButtonLink>
          )}
        </>
      }
    >
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-s text-ink-2">
        <span>By {userName}</span>
        <DateTime at={createdDate} timeZone={timeZone} isDay />
        {categoryName ? <Badge>{categoryName}</Badge> : null}
        {tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      <div className="rounded-2 border border-line bg-surface p-4 wrap-anywhere whitespace-pre-wrap">
        {content}
      </div>
      {open ? (
        <OpenDialog
          open={{ kind: 'use', prompt: open }}
          folders={[]}
          timeZone={timeZone}
          onClose={() => setOpen(null)}
          onDone={() => setOpen(null)}
        />
      ) : null}
    </PageFrame>
  );
}
