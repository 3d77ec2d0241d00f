import { History } from 'lucide-react';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { Button, type ButtonProps } from './button';
import { DiscardedTextsContext, type DiscardedFields } from './discarded-texts';
import { Menu } from './overlay/menu';

type Props = {
  place: string;
  /** Restores the fields. It should first save what they contain. */
  onRestore: (fields: DiscardedFields) => void;
} & Pick<ButtonProps, 'variant' | 'size' | 'className'>;

const LABEL = 'Restore cleared text';

/** A button or menu that restores text cleared here within a day. Renders nothing if there is none. */
export function RestoreDiscarded({ place, onRestore, variant = 'ghost', size, className }: Props) {
  const { at, subscribe, read, forget } = useContext(DiscardedTextsContext);
  const stored = useSyncExternalStore(subscribe, read, () => null);
  const kept = useMemo(() => at(stored, place), [at, stored, place]);
  const [latest] = kept;
  if (latest === undefined) return null;
  const restore = ({ id, fields }: (typeof kept)[number]) => {
    forget(id);
    onRestore(fields);
  };
  const content = (
    <>
      <History aria-hidden="true" className="size-4 shrink-0" />
      {LABEL}
    </>
  );
  const look = { variant, ...(size ? { size } : {}), ...(className ? { className } : {}) };
  if (kept.length === 1)
    return (
      <Button {...look} onClick={() => restore(latest)}>
        {content}
      </Button>
    );
  const items = kept.map((each) => ({
    key: each.id,
    label: describe(each),
    onAction: () => restore(each),
  }));
  return (
    <Menu label={LABEL} items={items} {...look}>
      {content}
    </Menu>
  );
}

const MAX_LABEL = 48;

/** The time and the beginning of the first text. */
function describe({ fields, atMs }: { fields: DiscardedFields; atMs: number }): string {
  const first = Object.values(fields).find((text) => text.trim() !== '') ?? '';
  const text = first.trim().replace(/\s+/g, ' ');
  const time = new Date(atMs).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  return `${time} · ${text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}…` : text}`;
}
