import { SegmentedControl } from '~/ui/form/segmented-control';
import { showToast } from '~/ui/overlay/toast';

const MODES = [
  { value: 'Work', label: 'Work' },
  { value: 'Chat', label: 'Chat' },
] as const;

type Props = {
  isChat: boolean;
  isFreePlan: boolean;
  onChat: () => void;
  onWork: () => void;
};

/** Work sends each prompt alone; Chat sends the earlier messages along, within a budget. */
export function ModeSwitch({ isChat, isFreePlan, onChat, onWork }: Props) {
  return (
    <SegmentedControl
      label="Mode"
      className="shrink-0 self-center whitespace-nowrap max-sm:[&_label]:px-3"
      segments={MODES}
      value={isChat ? 'Chat' : 'Work'}
      onChange={(mode) => {
        if (mode === 'Work') onWork();
        else if (isFreePlan) showToast('warning', 'Chat mode is available on paid plans.');
        else onChat();
      }}
    />
  );
}
