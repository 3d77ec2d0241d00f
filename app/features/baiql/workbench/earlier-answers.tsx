import { formatCount } from '~/ui/format-count';
import { formatDay } from '~/ui/format-date';
import { RadioGroup } from '~/ui/form/radio-group';
import type { Validation } from '../index.server';
import { likelyToCost } from './estimate-facts';

export type Answers = 'reuse' | 'again';

type Props = {
  validation: Validation;
  timezone: string;
  value: Answers;
  onChange: (answers: Answers) => void;
};

/** Rows that earlier runs have answered: take those answers, or pay for all rows again. */
export function EarlierAnswers({ validation, timezone, value, onChange }: Props) {
  const { answered, transactions } = validation;
  if (answered === null || transactions === null) return null;
  const [some, all] = [answered.transactions, transactions].map(formatCount);
  const rows = transactions === 1 ? 'row was' : 'rows were';
  return (
    <RadioGroup<Answers>
      label={`${some} of ${all} ${rows} answered on ${formatDay(new Date(answered.latestAt), timezone)}`}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'reuse',
          label: `Use those answers: ${likelyToCost(answered)}`,
          description: 'Only rows whose prompt, model, or settings changed are sent.',
        },
        { value: 'again', label: `Ask all again: ${likelyToCost(validation)}` },
      ]}
    />
  );
}
