import { Button } from '~/ui/button';
import { formatCount } from '~/ui/format-count';
import { Dialog } from '~/ui/overlay/dialog';
import type { CheckedTexts, FoundItem } from './check-texts';

const MAX_ITEMS = 10;

const KINDS: Readonly<Record<string, string>> = {
  email: 'Email address',
  phone: 'Phone number',
  ssn: 'Social Security number',
  card: 'Card number',
  iban: 'Bank account',
  account: 'Bank account',
  'national-id': 'National ID or tax number',
  ip: 'IP address',
  key: 'Secret key',
};

export type ReviewChoice = 'cancel' | 'as-is' | 'redact';

type Props = {
  checked: CheckedTexts;
  /** The texts: the prompt, then files. */
  names: readonly string[];
  answer: (choice: ReviewChoice) => void;
  onClose: () => void;
};

/** Shows findings before a request is sent and asks what to do with them. */
export function ReviewDialog({ checked, names, answer, onClose }: Props) {
  const { decision, message } = checked;
  const items = checked.parts.flatMap(({ text, finds }, index) =>
    finds.map((find) => ({ ...find, text: text.slice(find.start, find.end), name: names[index] ?? '' })),
  );
  const isBlocked = decision === 'block';
  // If personal data is the only finding, the list replaces the message.
  const isAboutData =
    !isBlocked && checked.categories.every(({ name }) => name === 'personal-data') && items.length > 0;
  const cancel = <Button onClick={onClose}>Cancel</Button>;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      isDanger={isBlocked}
      title={
        isBlocked
          ? 'This can’t be sent'
          : isAboutData
            ? 'Personal data found'
            : 'Check this before you send it'
      }
      description={
        isBlocked
          ? `${message} Nothing was sent, and you were not charged.`
          : isAboutData
            ? 'The model’s provider will receive what you send. Redacted items are replaced before sending and put back in the reply on your screen only.'
            : message
      }
      footer={
        isBlocked ? (
          cancel
        ) : (
          <>
            {isAboutData || decision === 'unchecked' ? cancel : null}
            <Button onClick={() => answer('as-is')}>Send as-is</Button>
            <Button variant="primary" onClick={() => answer('redact')}>
              Redact &amp; Send
            </Button>
          </>
        )
      }
    >
      {isBlocked ? null : items.length > 0 ? (
        <FoundItems items={items} />
      ) : decision === 'warn' ? (
        <p className="text-s text-ink-2">No personal data was found to redact.</p>
      ) : null}
    </Dialog>
  );
}

function FoundItems({ items }: { items: readonly (FoundItem & { text: string; name: string })[] }) {
  const shown = items.slice(0, MAX_ITEMS);
  return (
    <>
      <ul aria-label="Personal data" className="flex flex-col">
        {shown.map(({ kind, text, name, start }) => (
          <li
            key={`${name}-${String(start)}`}
            className="flex items-baseline justify-between gap-4 border-b border-line py-1.5 text-s last:border-b-0"
          >
            <span className="min-w-0">
              <span className="font-medium wrap-anywhere">{text}</span>
              <span className="block text-xs text-ink-3">{KINDS[kind] ?? kind}</span>
            </span>
            <span className="max-w-[45%] shrink-0 truncate text-xs text-ink-3" title={name}>
              <bdi>{name}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {items.length > shown.length ? (
        <p className="pt-1.5 text-xs text-ink-3">
          And {formatCount(items.length - shown.length)} more, redacted as well.
        </p>
      ) : null}
      <p className="pt-3 text-xs text-ink-3">
        Names, street addresses and birth dates aren’t recognized. Check for those yourself.
      </p>
    </>
  );
}
