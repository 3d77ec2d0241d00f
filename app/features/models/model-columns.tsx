import { Badge, StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { formatDate } from '~/ui/format-date';
import { formatTokenPrices } from '~/ui/format-money';
import type { DataColumn } from '~/ui/table/use-data-table';
import type { ListedModel } from './read-models-page.server';

/** Table columns for the models of one provider, in display order. */
export const modelColumns = (
  timeZone: string,
  onSetPrice: (model: ListedModel) => void,
): readonly DataColumn<ListedModel>[] => [
  {
    key: 'model',
    header: 'Model',
    isTitle: true,
    className: 'pr-10 md:pr-4',
    cell: ({ displayName, modelName, isFreeNow, transcribes, fallback }) => (
      <span className="flex min-w-0 flex-col wrap-anywhere">
        <span className="flex flex-wrap items-center gap-2">
          {displayName}
          {isFreeNow ? <Badge tone="good">Free plan</Badge> : null}
          {transcribes ? <Badge>Transcribes audio</Badge> : null}
        </span>
        {modelName === displayName ? null : <span className="font-normal text-ink-2">{modelName}</span>}
        {fallback === null ? null : (
          <span className="text-xs font-normal text-ink-2">Falls back to {fallback}</span>
        )}
      </span>
    ),
  },
  {
    key: 'price',
    header: 'In / out per 1M',
    isNumber: true,
    className: 'md:w-48',
    cell: (model) => <Price model={model} onSet={() => onSetPrice(model)} />,
  },
  {
    key: 'order',
    header: 'Order',
    isNumber: true,
    isSecondary: true,
    className: 'md:w-20',
    cell: ({ sortOrder }) => String(sortOrder),
  },
  {
    key: 'state',
    header: 'State',
    className: 'md:w-64',
    cell: (model) => (
      <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 md:justify-start">
        <ModelState model={model} />
        {model.goneAt === null && model.shutdownOn !== null ? (
          // A date without a time zone.
          <span className="text-xs text-ink-2">Ends {formatDate(new Date(model.shutdownOn), 'UTC')}</span>
        ) : null}
        {model.goneAt === null ? null : (
          <span className="text-xs text-ink-2">since {formatDate(new Date(model.goneAt), timeZone)}</span>
        )}
      </span>
    ),
  },
];

function ModelState({ model: { goneAt, isAllowed } }: { model: ListedModel }) {
  if (goneAt !== null) return <StateBadge state="failed">Retired</StateBadge>;
  return isAllowed ? (
    <StateBadge state="good">Shown</StateBadge>
  ) : (
    <StateBadge state="off">Hidden</StateBadge>
  );
}

/** Without a price a model can't be called: its maximum cost could not be held. */
function Price({ model, onSet }: { model: ListedModel; onSet: () => void }) {
  const { inputPricePer1K, outputPricePer1K, displayName, audioPricePerMinute } = model;
  if (audioPricePerMinute !== null) return `$${audioPricePerMinute} per minute`;
  if (inputPricePer1K !== null && outputPricePer1K !== null) {
    return formatTokenPrices({ inputPricePer1K, outputPricePer1K });
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <StateBadge state="waiting">Can’t be used</StateBadge>
      <Button size="s" onClick={onSet} aria-label={`Set the price of ${displayName}`}>
        Set price
      </Button>
    </span>
  );
}
