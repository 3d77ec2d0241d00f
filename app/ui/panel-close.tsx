import { Close } from '@radix-ui/react-dialog';
import { CloseIcon } from './close-icon';

/** Stands last in a dialog or sheet, so that focus begins with what the panel is about. */
export function PanelClose() {
  return (
    <Close className="absolute top-3 right-3.5 rounded-1 p-1.5 text-ink-3 hover:bg-sunken hover:text-ink">
      <CloseIcon />
      <span className="sr-only">Close</span>
    </Close>
  );
}
