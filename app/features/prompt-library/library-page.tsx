import { useRevalidator, useSearchParams } from '@remix-run/react';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { LAST_PAGE } from '~/core/shared/pages';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { formatCountOf } from '~/ui/format-count';
import { Menu } from '~/ui/overlay/menu';
import { PageFrame } from '~/ui/page/page-frame';
import { Pager } from '~/ui/table/pager';
import { ImportDialog } from './import-dialog';
import { addressWith, LibraryToolbar } from './library-toolbar';
import { OpenDialog } from './open-dialog';
import { PromptCard } from './prompt-card';
import type { readLibrary } from '~/features/prompts/index.server';
import { useCardActions } from './use-card-actions';

type Props = Awaited<ReturnType<typeof readLibrary>>;

const LEADS: Readonly<Record<Props['query']['tab'], string>> = {
  mine: 'Prompts you saved, with their earlier versions.',
  team: 'Prompts that people on your team share with each other, and with no one else.',
  community: 'Prompts that people have shared. Use one as is, or save a copy and make it yours.',
};

const EMPTY: typeof LEADS = {
  mine: 'Build a prompt step by step, save it, and it’s here to use again.',
  team: 'Choose “Share with team” in the menu of one of your prompts and your whole team can find it here.',
  community: 'Make one of yours public and everyone can find it here.',
};

const EMPTY_TITLES: typeof LEADS = {
  mine: 'No saved prompts yet',
  team: 'Nothing is shared with your team yet',
  community: 'No one has shared a prompt yet',
};

/** The user's prompts, and shared ones. */
export function LibraryPage({ prompts, page, pageSize, total, query, folders, ...props }: Props) {
  const [params] = useSearchParams();
  const { mayModerate, teamName, timeZone, now } = props;
  const { state, revalidate } = useRevalidator();
  useFocusAfter(state === 'loading');
  const actions = useCardActions(revalidate);
  const [isImporting, setIsImporting] = useState(false);
  return (
    <PageFrame
      title="Saved Prompts"
      lead={LEADS[query.tab]}
      actions={
        <>
          <Menu
            label="Import and export"
            variant="secondary"
            items={[
              { key: 'import', label: 'Import…', icon: <Upload />, onAction: () => setIsImporting(true) },
              {
                key: 'json',
                label: 'Export as JSON',
                icon: <Download />,
                onAction: () => location.assign('/api/savedprompts/export?format=json'),
              },
              {
                key: 'csv',
                label: 'Export as CSV',
                icon: <Download />,
                onAction: () => location.assign('/api/savedprompts/export?format=csv'),
              },
            ]}
          />
          <ButtonLink to="/prompt-generator" variant={prompts.length === 0 ? 'secondary' : 'primary'}>
            New prompt
          </ButtonLink>
        </>
      }
    >
      <LibraryToolbar query={query} folders={folders} hasTeam={teamName !== null} />
      <ActiveFilters tag={query.tag} />
      {prompts.length === 0 ? (
        <Empty query={query} hasTeam={teamName !== null} />
      ) : (
        <>
          <p role="status" className="sr-only">
            {formatCountOf(total, 'prompt')}
          </p>
          <ul aria-label="Prompts" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            {prompts.map((prompt) => (
              <PromptCard
                key={prompt.id}
                prompt={prompt}
                tab={query.tab}
                mayModerate={mayModerate}
                teamName={teamName}
                now={now}
                timeZone={timeZone}
                busy={actions.busy?.id === prompt.id ? actions.busy.action : null}
                onAction={(action) => actions.run(action, prompt)}
              />
            ))}
          </ul>
        </>
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        lastPage={LAST_PAGE}
        noun="prompts"
        navigation={{ hrefFor: (to) => addressWith(params, { page: String(to) }) }}
        className="mt-4 py-3"
      />
      {isImporting ? (
        <ImportDialog
          onClose={() => setIsImporting(false)}
          onDone={() => {
            setIsImporting(false);
            revalidate();
          }}
        />
      ) : null}
      {actions.open ? (
        <OpenDialog
          open={actions.open}
          folders={folders}
          timeZone={timeZone}
          onClose={actions.close}
          onDone={actions.done}
        />
      ) : null}
    </PageFrame>
  );
}

function ActiveFilters({ tag }: { tag: string | undefined }) {
  const [params] = useSearchParams();
  if (tag === undefined) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 text-s text-ink-2">
      Tagged #<bdi>{tag}</bdi>
      <ButtonLink size="s" variant="ghost" to={addressWith(params, { tag: '' })}>
        Clear
      </ButtonLink>
    </p>
  );
}

function Empty({ query, hasTeam }: { query: Props['query']; hasTeam: boolean }) {
  if (query.tab === 'team' && !hasTeam)
    return (
      <EmptyState title="No team prompts right now" action={<ButtonLink to="/teams">Go to Teams</ButtonLink>}>
        You share prompts with a team while you have a seat and its plan is active.
      </EmptyState>
    );
  const isFiltered = query.search !== '' || query.folder !== undefined || query.tag !== undefined;
  if (isFiltered)
    return (
      <EmptyState
        title="No results"
        action={
          <ButtonLink to={query.tab === 'mine' ? '/saved-prompts' : `/saved-prompts?tab=${query.tab}`}>
            Show all prompts
          </ButtonLink>
        }
      >
        {query.search === ''
          ? 'What was here may have been moved or deleted.'
          : 'Results must contain every word you searched for.'}
      </EmptyState>
    );
  return (
    <EmptyState
      title={EMPTY_TITLES[query.tab]}
      action={
        query.tab === 'team' ? (
          <ButtonLink to="/saved-prompts" variant="primary">
            Go to My Prompts
          </ButtonLink>
        ) : (
          <ButtonLink to="/prompt-generator" variant="primary">
            Create Your First Prompt
          </ButtonLink>
        )
      }
    >
      {EMPTY[query.tab]}
    </EmptyState>
  );
}
