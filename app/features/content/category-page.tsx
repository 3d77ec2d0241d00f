import { Pencil, Plus } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { AdminFrame } from '~/features/admin';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Disclosure } from '~/ui/disclosure';
import { EmptyState } from '~/ui/empty-state';
import { Section } from '~/ui/page/section';
import { ContentState } from './content-state';
import { PairDialog } from './pair-dialog';
import { PurposeDialog } from './purpose-dialog';
import type { ListedPair, ListedPurpose } from './read-content.server';

type Props = {
  category: { id: number; name: string; isActive: boolean };
  pairs: readonly ListedPair[];
  purposes: readonly ListedPurpose[];
};

type Edited = { kind: 'pair'; pair?: ListedPair } | { kind: 'purpose'; purpose?: ListedPurpose };

export function CategoryPage({ category, pairs, purposes }: Props) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const close = useCallback(() => setEdited(null), []);
  return (
    <AdminFrame
      title={category.name}
      lead={category.isActive ? undefined : 'This category is hidden.'}
      actions={<ButtonLink to="/admin/categories">All categories</ButtonLink>}
    >
      <Section
        title="Templates"
        lead="A prompt is the style, then the topic, then the outcome. Choosing a style chooses its outcome too."
        actions={<AddButton label="Add a pair" onAdd={() => setEdited({ kind: 'pair' })} />}
      >
        {pairs.length === 0 ? <EmptyState title="No templates yet" /> : null}
        <ul>
          {pairs.map((pair) => (
            <Row
              key={pair.styleId}
              name={`${pair.styleName} → ${pair.outcomeName}`}
              isShown={pair.isActive}
              isEdited={pair.isEdited}
              onEdit={() => setEdited({ kind: 'pair', pair })}
            >
              <Disclosure summary="Show text">
                <p className="max-w-[75ch] py-2 whitespace-pre-line">
                  {pair.styleText}
                  {'\n\n…\n\n'}
                  {pair.outcomeText}
                </p>
              </Disclosure>
            </Row>
          ))}
        </ul>
      </Section>
      <Section
        title="Purposes"
        lead="What “Get Help” offers: each starts with a pair from this category."
        actions={
          pairs.length === 0 ? undefined : (
            <AddButton label="Add a purpose" onAdd={() => setEdited({ kind: 'purpose' })} />
          )
        }
      >
        {purposes.length === 0 ? <EmptyState title="No purposes yet" /> : null}
        <ul>
          {purposes.map((purpose) => (
            <Row
              key={purpose.id}
              name={purpose.name}
              isShown={purpose.isActive}
              isEdited={purpose.isEdited}
              onEdit={() => setEdited({ kind: 'purpose', purpose })}
            >
              <p className="text-ink-2">{purpose.description}</p>
            </Row>
          ))}
        </ul>
      </Section>
      {edited?.kind === 'pair' ? <PairDialog pair={edited.pair} onClose={close} /> : null}
      {edited?.kind === 'purpose' ? (
        <PurposeDialog purpose={edited.purpose} pairs={pairs} onClose={close} />
      ) : null}
    </AdminFrame>
  );
}

function AddButton({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button size="s" onClick={onAdd}>
      <Plus aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

type RowProps = {
  name: string;
  isShown: boolean;
  isEdited: boolean;
  onEdit: () => void;
  children: ReactNode;
};

function Row({ name, isShown, isEdited, onEdit, children }: RowProps) {
  return (
    <li className="border-t border-line py-3 text-s last:border-b">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 grow basis-full text-m font-medium sm:basis-0">{name}</h3>
        <ContentState isShown={isShown} isEdited={isEdited} />
        <Button size="s" variant="ghost" aria-label={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </Button>
      </div>
      {children}
    </li>
  );
}
