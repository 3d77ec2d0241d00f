import type { EndingModel } from '~/features/completions/index.server';
import { ButtonLink } from '~/ui/button-link';
import { formatCountOf } from '~/ui/format-count';
import { formatDay } from '~/ui/format-date';
import { formatList } from '~/ui/format-names';
import { Notice } from '~/ui/notice';

type Props = { ending: readonly EndingModel[]; days: number };

/** Models that are shut down soon, with a link to switch their users. */
export function EndingModelsNotice({ ending, days }: Props) {
  if (ending.length === 0) return null;
  const stuck = ending.filter(({ hasSuccessor }) => !hasSuccessor).map(({ displayName }) => displayName);
  const lastDays = ending.map(({ displayName, on }) => `${displayName} (${formatDay(new Date(on), 'UTC')})`);
  return (
    <Notice
      tone={stuck.length === 0 ? 'info' : 'warn'}
      className="mb-5"
      title={`${formatCountOf(ending.length, 'model ends', 'models end')} within ${String(days)} days`}
      actions={
        <ButtonLink to="/admin/prices/review" size="s">
          Review
        </ButtonLink>
      }
    >
      <p>{formatList(lastDays)}.</p>
      <p>
        {stuck.length === 0
          ? 'Starting that day, people who use them switch to their successors. You don’t have to do anything.'
          : `No successor is set up for ${formatList(stuck)}. Review offers successors, so that people can switch.`}
      </p>
    </Notice>
  );
}
