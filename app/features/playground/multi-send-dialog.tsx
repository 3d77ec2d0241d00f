import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { formatPricePerMillion, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Dialog } from '~/ui/overlay/dialog';
import { estimateCents, estimateTokens, TYPICAL_REPLY_TOKENS } from './estimate';
import type { Choice } from './model-choice';
import { MultiSendAnswers } from './multi-send-answers';
import { fetchPreflight } from './preflight';
import type { Outgoing } from './reply';
import { MAX_MODELS, type MultiSend } from './use-multi-send';

const MODELS_A_PROVIDER = 3;

type Props = {
  multiSend: MultiSend;
  providers: readonly ListedProvider[];
  choice: Choice;
  outgoing: Outgoing;
  onStart: (choices: readonly Choice[]) => void;
  onClose: () => void;
};

/** Which models are asked and what that costs in all; then their answers side by side. */
export default function MultiSendDialog(props: Props) {
  const { multiSend, onClose } = props;
  return multiSend.answers.length > 0 ? (
    <MultiSendAnswers multiSend={multiSend} onClose={onClose} />
  ) : (
    <ChooseModels {...props} />
  );
}

function ChooseModels({ providers, choice, outgoing, onStart, onClose }: Props) {
  const groups = useMemo(() => firstModels(providers), [providers]);
  const all = useMemo(() => groups.flatMap(({ choices }) => choices), [groups]);
  const [chosen, setChosen] = useState<readonly string[]>(() => [valueOf(choice)]);
  const chosenChoices = all.filter((each) => chosen.includes(valueOf(each)));
  const price = useTotal(outgoing, chosenChoices);
  const isEmpty = outgoing.request.prompt.trim() === '';
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
          <span className="num mr-auto self-center text-s text-ink-2" role="status">
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
            Send to {count} {count === 1 ? 'model' : 'models'}
          </Button>
        </>
      }
    >
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
                        {each.model.displayName} <span className="num text-xs text-ink-3">{rates(each)}</span>
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
    </Dialog>
  );
}

const valueOf = ({ provider, model }: Choice): string => modelValue(provider.provider, model.model);

const rates = ({ model }: Choice): string =>
  [model.inputPricePer1K, model.outputPricePer1K]
    .map((price) => formatPricePerMillion(Number(price)))
    .join(' / ');

const firstModels = (providers: readonly ListedProvider[]) =>
  providers.map((provider) => ({
    name: provider.name,
    choices: provider.models.slice(0, MODELS_A_PROVIDER).map((model): Choice => ({ provider, model })),
  }));

/** A guess at once, and the server's own figure for the most that each can cost as soon as it is there. */
function useTotal({ request, extras }: Outgoing, choices: readonly Choice[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  // The prompt does not change while the dialog is open.
  const outgoing = useRef({ request, extras });
  const missing = choices.filter((choice) => !known.has(valueOf(choice))).map(valueOf);
  const asked = missing.join();
  useEffect(() => {
    const controller = new AbortController();
    for (const value of asked === '' ? [] : asked.split(',')) {
      const [provider = '', ...model] = value.split('/');
      const { request, extras } = outgoing.current;
      const wanted = { request: { ...request, provider, model: model.join('/') }, extras };
      void fetchPreflight(wanted, controller.signal).then((cents) => {
        if (cents !== undefined) setKnown((before) => new Map(before).set(value, cents));
      });
    }
    return () => controller.abort();
  }, [asked]);
  const inputTokens = estimateTokens(request.prompt);
  const sum = (of: (choice: Choice) => number) =>
    microUsdFromCents(choices.reduce((total, choice) => total + of(choice), 0));
  const guess = (choice: Choice, tokens: number) => estimateCents(choice.model, inputTokens, tokens);
  const atMost = (choice: Choice) => known.get(valueOf(choice)) ?? guess(choice, request.maxOutputTokens);
  return {
    typical: sum((choice) =>
      Math.min(atMost(choice), guess(choice, Math.min(TYPICAL_REPLY_TOKENS, request.maxOutputTokens))),
    ),
    atMost: sum(atMost),
  };
}
