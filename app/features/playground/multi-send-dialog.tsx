import { useEffect, useMemo, useRef, useState } from 'react';
import type { OmittedFile } from '~/features/attachments';
import type { ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { formatCountOf } from '~/ui/format-count';
import { formatTokenPrices, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Dialog } from '~/ui/overlay/dialog';
import { estimateTokens, requestCents } from './estimate';
import type { Choice } from './model-choice';
import { MultiSendReplies, type MultiSendRepliesProps } from './multi-send-replies';
import { attachedOf, fetchPreflight, preflightOf } from './preflight';
import type { Outgoing } from './reply';
import { withFees } from './request-options';
import { MAX_MODELS } from './state';

type ChooseProps = {
  providers: readonly ListedProvider[];
  choice: Choice;
  outgoingFor: (choice: Choice) => Outgoing;
  /** The attached files that a model doesn't receive. */
  leftOutFor: (choice: Choice) => readonly OmittedFile[];
  onStart: (choices: readonly Choice[]) => void;
  onClose: () => void;
};

/** Selects models for a multi-send and shows the total cost, then the replies. */
export function MultiSendDialog(props: ChooseProps & MultiSendRepliesProps) {
  return props.multiSend.replies.length > 0 ? <MultiSendReplies {...props} /> : <ChooseModels {...props} />;
}

function ChooseModels({ providers, choice, outgoingFor, leftOutFor, onStart, onClose }: ChooseProps) {
  const groups = useMemo(() => groupsOf(providers), [providers]);
  const all = useMemo(() => groups.flatMap(({ choices }) => choices), [groups]);
  const [chosen, setChosen] = useState<readonly string[]>(() => [valueOf(choice)]);
  const chosenChoices = all.filter((each) => chosen.includes(valueOf(each)));
  const price = useTotal(outgoingFor, chosenChoices);
  const isEmpty = outgoingFor(choice).request.prompt.trim() === '';
  const count = chosenChoices.length;
  return (
    <Dialog
      isOpen
      size="m"
      onOpenChange={onClose}
      title="Multi-send"
      description={`Send this prompt to up to ${String(MAX_MODELS)} models, one after the other, and compare their answers side by side.`}
      footer={
        <>
          <span className="num mr-auto self-center text-s max-sm:basis-full text-ink-2" role="status">
            {count === 0 ? (
              'Choose at least one model'
            ) : (
              <>
                Total <Money use="estimate" typical={price.typical} atMost={price.atMost} />
              </>
            )}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={count === 0 || isEmpty} onClick={() => onStart(chosenChoices)}>
            Send to {formatCountOf(count, 'model')}
          </Button>
        </>
      }
    >
      <p role="status" className="mb-3 text-s text-ink-2">
        {count >= MAX_MODELS
          ? `${String(MAX_MODELS)} of ${String(MAX_MODELS)} chosen. Uncheck one to choose another.`
          : null}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {groups.map(({ name, choices }) => (
          <fieldset key={name}>
            <legend className="mb-1 text-xs font-medium text-ink-3">{name}</legend>
            <div className="flex flex-col gap-1">
              {choices.map((each) => {
                const value = valueOf(each);
                const isChosen = chosen.includes(value);
                return (
                  <Checkbox
                    key={value}
                    label={
                      <>
                        {each.model.displayName}{' '}
                        <span className="num text-xs text-ink-3">{formatTokenPrices(each.model)}</span>
                      </>
                    }
                    checked={isChosen}
                    disabled={!isChosen && count >= MAX_MODELS}
                    onChange={() =>
                      setChosen(isChosen ? chosen.filter((other) => other !== value) : [...chosen, value])
                    }
                  />
                );
              })}
            </div>
          </fieldset>
        ))}
      </div>
      <div role="status" className="text-s text-warn">
        {chosenChoices.flatMap((each) =>
          leftOutFor(each).map(({ name, note }, index) => (
            <p key={`${valueOf(each)} ${String(index)}`} className="mt-2 wrap-anywhere">
              {each.model.displayName} won’t get {name}. {note}
            </p>
          )),
        )}
      </div>
    </Dialog>
  );
}

const valueOf = ({ provider, model }: Choice): string => modelValue(provider.provider, model.model);

const groupsOf = (providers: readonly ListedProvider[]) =>
  providers.map((provider) => ({
    name: provider.name,
    choices: provider.models.map((model): Choice => ({ provider, model })),
  }));

/** An estimate at once, replaced by the server's maximum for each model when it arrives. */
function useTotal(outgoingFor: ChooseProps['outgoingFor'], choices: readonly Choice[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  // The prompt and its files don't change while the dialog is open.
  const latest = useRef({ outgoingFor, choices });
  latest.current = { outgoingFor, choices };
  const missing = choices.filter((choice) => !known.has(valueOf(choice))).map(valueOf);
  const asked = missing.join();
  useEffect(() => {
    const controller = new AbortController();
    const { outgoingFor, choices } = latest.current;
    for (const choice of choices) {
      const value = valueOf(choice);
      if (!asked.split(',').includes(value)) continue;
      void fetchPreflight(preflightOf(outgoingFor(choice)), controller.signal).then((cents) => {
        if (cents !== undefined) setKnown((before) => new Map(before).set(value, cents));
      });
    }
    return () => controller.abort();
  }, [asked]);
  const sum = (of: (choice: Choice) => number) =>
    microUsdFromCents(choices.reduce((total, choice) => total + of(choice), 0));
  const guess = (choice: Choice) => {
    const { request, extras } = outgoingFor(choice);
    const model = withFees(choice.model, { webSearch: request.webSearch ?? null });
    const { attachedTokens, attachedImages } = attachedOf(extras.attachments);
    const inputTokens =
      estimateTokens(request.prompt) +
      estimateTokens(extras.instructions ?? '') +
      attachedTokens +
      attachedImages * model.tokensPerImage;
    return requestCents(model, inputTokens, request.maxOutputTokens);
  };
  const atMost = (choice: Choice) => known.get(valueOf(choice)) ?? guess(choice).atMost;
  return {
    typical: sum((choice) => Math.min(atMost(choice), guess(choice).typical)),
    atMost: sum(atMost),
  };
}
