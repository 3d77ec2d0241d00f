import { useRevalidator } from '@remix-run/react';
import { languageOf } from '@promptwell/text/language-of';
import { Flag } from 'lucide-react';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { CopyButton } from '~/ui/copy-button';
import { Menu } from '~/ui/overlay/menu';
import { PageFrame } from '~/ui/page/page-frame';
import { DateTime } from '~/ui/relative-time';
import type { readSharedPrompt } from '~/features/prompts/index.server';
import { OpenDialog } from './open-dialog';
import { useCardActions } from './use-card-actions';

type Props = Awaited<ReturnType<typeof readSharedPrompt>>;

/** A public prompt, for anyone with the link. */
export function SharedPromptPage({ prompt, isSignedIn, isOwn, timeZone }: Props) {
  const { id, title, description, content, userName, categoryName, tags, createdDate } = prompt;
  const { revalidate } = useRevalidator();
  const actions = useCardActions(revalidate);
  return (
    <PageFrame
      width="m"
      title={title}
      lead={description || undefined}
      actions={
        <>
          <CopyButton text={content} done="Prompt copied" variant="secondary" size="m" />
          {isSignedIn && !isOwn ? (
            <>
              <Button isBusy={actions.busy?.action === 'copy'} onClick={() => actions.run('copy', prompt)}>
                Save to My Prompts
              </Button>
              <Menu
                label={`More for ${title}`}
                variant="secondary"
                items={[
                  {
                    key: 'report',
                    label: 'Report…',
                    icon: <Flag />,
                    onAction: () => actions.run('report', prompt),
                  },
                ]}
              />
            </>
          ) : null}
          {isSignedIn ? (
            <Button
              variant="primary"
              isBusy={actions.busy?.action === 'use'}
              onClick={() => actions.run('use', prompt)}
            >
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
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-s wrap-anywhere text-ink-2">
        <span>By {userName}</span>
        <DateTime at={createdDate} timeZone={timeZone} isDay />
        {categoryName ? <Badge>{categoryName}</Badge> : null}
        {tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      <div
        dir="auto"
        lang={languageOf(content)}
        className="rounded-2 border border-line bg-surface p-4 wrap-anywhere whitespace-pre-wrap"
      >
        {content}
      </div>
      {actions.open ? (
        <OpenDialog
          open={actions.open}
          folders={[]}
          timeZone={timeZone}
          onClose={actions.close}
          onDone={actions.done}
        />
      ) : null}
    </PageFrame>
  );
}
