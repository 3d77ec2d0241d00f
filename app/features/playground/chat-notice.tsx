import { chatFloorCents } from '~/features/completions';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { formatBalance, formatCost, microUsdFromCents } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import type { ChatBudget } from './state';
import type { CheckedChat } from './use-chat-check';

type Props = {
  budget: ChatBudget;
  checked: CheckedChat | undefined;
  onEnd: () => void;
};

/** Warnings of the chat's budget about the current prompt. */
export function ChatNotice({ budget, checked, onEnd }: Props) {
  if (!checked || checked.check === 'ok') return null;
  const cost = formatCost(microUsdFromCents(checked.estCostCents));
  switch (checked.check) {
    case 'near':
      return (
        <Notice tone="warn" title="Near CCO warning">
          Remaining balance is within 10% of your CCO.
        </Notice>
      );
    case 'insufficient':
      return (
        <Notice
          tone="bad"
          title="Insufficient balance for chat."
          actions={
            <ButtonLink to="/top-up" size="s">
              See packages
            </ButtonLink>
          }
        >
          This request could cost up to {cost}.
        </Notice>
      );
    case 'breach':
      return (
        <Notice
          tone="bad"
          title="This send would breach your CCO"
          actions={
            <Button size="s" onClick={onEnd}>
              Switch to Work
            </Button>
          }
        >
          It could cost up to {cost}, and chat must leave{' '}
          {formatBalance(microUsdFromCents(chatFloorCents(budget.ccoCents)))} in your balance.
        </Notice>
      );
  }
}
