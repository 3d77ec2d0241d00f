import { useEffect, useState } from 'react';
import { serverMessageOr, ApiError } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { RadioGroup } from '~/ui/form/radio-group';
import { TextField } from '~/ui/form/text-field';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { ScrollRegion } from '~/ui/scroll-region';
import { Skeleton } from '~/ui/skeleton';
import type { Purpose } from '../content/responses';
import { fetchPurposes } from '../content/fetch-content';

type Props = { onClose: () => void; onUse: (purpose: Purpose) => void };

/** Suggests a starting point by purpose. */
export function HelpDialog({ onClose, onUse }: Props) {
  const { purposes, failure, load } = usePurposes();
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState('');
  const found = (purposes ?? []).filter((purpose) => fits(purpose, search));
  const chosen = found.find(({ id }) => String(id) === chosenId);
  return (
    <Dialog
      isOpen
      size="m"
      onOpenChange={onClose}
      title="What do you want to do?"
      description="Choose a purpose, and its category, style and outcome are filled in for you."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!chosen} onClick={() => chosen && onUse(chosen)}>
            Use This!
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label="Search purposes"
          isLabelHidden
          placeholder="Search…"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {failure !== null ? (
          <Notice
            tone="bad"
            actions={
              failure.isSignedOut ? (
                // The page's login link is unreachable under this dialog.
                <ButtonLink to="/login?returnTo=%2Fprompt-generator&reason=session_ended" size="s">
                  Login
                </ButtonLink>
              ) : (
                <Button size="s" onClick={load}>
                  Try again
                </Button>
              )
            }
          >
            {failure.message}
          </Notice>
        ) : null}
        <ScrollRegion label="Purposes" className="h-[min(48dvh,420px)] overflow-y-auto pr-1">
          {purposes === undefined && failure === null ? <PurposesSkeleton /> : null}
          {purposes !== undefined && found.length === 0 ? (
            <p className="py-6 text-center text-s text-ink-2">No results</p>
          ) : null}
          <div className="flex flex-col gap-5">
            {[...new Set(found.map(({ suggestedCategory }) => suggestedCategory))].map((category) => (
              <RadioGroup
                key={category}
                name="purpose"
                label={category}
                value={chosenId}
                onChange={setChosenId}
                options={found
                  .filter(({ suggestedCategory }) => suggestedCategory === category)
                  .map(optionOf)}
              />
            ))}
          </div>
        </ScrollRegion>
        <p role="status" className="min-h-5 text-s text-ink-2">
          {chosen
            ? `${chosen.suggestedCategory}: ${chosen.suggestedStyleTemplate} → ${chosen.suggestedOutcomeTemplate}`
            : null}
        </p>
      </div>
    </Dialog>
  );
}

const optionOf = ({ id, name, description }: Purpose) => ({ value: String(id), label: name, description });

const fits = ({ name, description, suggestedCategory }: Purpose, search: string): boolean =>
  `${name} ${description} ${suggestedCategory}`.toLowerCase().includes(search.trim().toLowerCase());

const UNREAD = 'The purposes couldn’t be loaded. Check your connection.';

function usePurposes() {
  const [purposes, setPurposes] = useState<readonly Purpose[]>();
  const [failure, setFailure] = useState<{ message: string; isSignedOut: boolean } | null>(null);
  const load = () => {
    setFailure(null);
    fetchPurposes()
      .then(setPurposes)
      .catch((error: unknown) =>
        setFailure({
          message: serverMessageOr(error, UNREAD),
          isSignedOut: error instanceof ApiError && error.code === 'session_ended',
        }),
      );
  };
  useEffect(load, []);
  return { purposes, failure, load };
}

function PurposesSkeleton() {
  return (
    <div className="flex flex-col gap-4 py-1">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex flex-col gap-1.5">
          <Skeleton className="h-3.5 w-[40%]" />
          <Skeleton className="h-3 w-[80%]" />
        </div>
      ))}
    </div>
  );
}
