import type { ReactNode } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { formatList } from '~/ui/format-names';
import { Kbd } from '~/ui/kbd';
import type { ShellUser } from '~/features/shell';
import { Section } from './section';
import { SiteMap } from './site-map';

type Entry = { term: ReactNode; text: ReactNode };

const moneyEntries = (freeModels: readonly string[]): readonly Entry[] => [
  {
    term: 'Prepaid',
    text: 'You pay $5, $25 or $50 up front. Each request is charged its exact cost, to the millionth of a dollar. You can’t spend more than your balance.',
  },
  {
    term: 'Holds',
    text: 'Before a request is sent, the most it can cost is put on hold. When the reply is complete, you’re charged the actual cost and the rest of the hold is released.',
  },
  {
    term: 'Failures',
    text: 'A request that fails costs nothing. If you stop a reply, or the model’s connection drops, you pay for your prompt and for the text received so far.',
  },
  {
    term: 'Free plan',
    text: `Without a balance, you have 15 requests a day${freeModels.length === 0 ? '' : ` with ${formatList(freeModels)}`}. The day starts at midnight UTC.`,
  },
];

const VENDOR_FILTER = 'The provider’s own safety filter applies';
const LOOKED_FOR = 'Prompts with payment card numbers are refused.';

/** Depends on how moderation is configured. */
const MODERATION_TEXTS = {
  openai: `OpenAI’s moderation checks each prompt, whichever model answers it. ${LOOKED_FOR}`,
  'openai-models': `OpenAI’s moderation checks the prompts that OpenAI’s models answer. For other models, no one checks them before they’re sent. ${VENDOR_FILTER}. ${LOOKED_FOR}`,
  model: `A guard model that this server’s owner has chosen checks each prompt. ${LOOKED_FOR}`,
  none: `No one checks your prompts for harmful content before they’re sent. ${VENDOR_FILTER}. ${LOOKED_FOR}`,
} as const;

type ModeratedBy = keyof typeof MODERATION_TEXTS;

const dataEntries = (moderatedBy: ModeratedBy): readonly Entry[] => [
  {
    term: 'What we keep',
    text: 'Your account, your saved prompts and sessions, and a ledger of tokens and costs. Passwords are stored only as argon2id hashes.',
  },
  {
    term: 'What we share',
    text: `Your prompt and attachments go to the provider of the model you choose${moderatedBy === 'none' ? ', and to no one else' : ''}. The Demo model doesn’t send anything anywhere.`,
  },
  { term: 'Moderation', text: MODERATION_TEXTS[moderatedBy] },
  {
    term: 'Don’t store',
    text: 'If you check this box, the reply is kept encrypted for 15 minutes in case you lose your connection, and then deleted.',
  },
  {
    term: 'Drafts',
    text: 'What you write on the AI page stays in your browser until you reset it or log out.',
  },
];

const KEYS: readonly Entry[] = [
  { term: <Keys names={['Ctrl K', '⌘ K']} />, text: 'Search pages and actions' },
  { term: <Keys names={['Ctrl ↵', '⌘ ↵']} />, text: 'Send the prompt' },
  { term: <Keys names={['Esc']} />, text: 'Close a dialog or a menu' },
  { term: <Keys names={['Tab']} />, text: 'Move through the page. The first Tab skips the header' },
];

function Keys({ names }: { names: readonly string[] }) {
  return (
    <span className="flex gap-1.5 text-ink-2">
      {names.map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </span>
  );
}

type Props = { user: ShellUser; moderatedBy: ModeratedBy; freeModels: readonly string[] };

export function AppInfo({ user, moderatedBy, freeModels }: Props) {
  return (
    <>
      <div className="mx-auto w-full max-w-280 px-4 pt-12 pb-14 sm:px-6 md:pt-16">
        <h1 className="text-[34px] leading-[1.1] tracking-[-0.03em]">About Promptwell</h1>
        <p className="mt-3 max-w-[60ch] text-lead text-pretty text-ink-2">
          A workbench for prompts, with pay-as-you-go access to AI models. It helps you say what you mean,
          sends it to the model you choose, and shows what each reply costs. It runs on a server that you,
          your school or your company can own.
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          <ButtonLink to="/pricing">Plans &amp; Pricing</ButtonLink>
          <ButtonLink to="/">See an example</ButtonLink>
        </div>
      </div>
      <Section id="site-map" title="Site map">
        <SiteMap user={user} />
      </Section>
      <Section title="How billing works">
        <Entries entries={moneyEntries(freeModels)} />
      </Section>
      <Section title="Your data">
        <Entries entries={dataEntries(moderatedBy)} />
      </Section>
      <Section title="Keyboard shortcuts">
        <Entries entries={KEYS} />
      </Section>
    </>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl className="flex flex-col">
      {entries.map(({ term, text }, index) => (
        <div
          key={index}
          className="grid gap-x-8 gap-y-1 border-b border-line py-3.5 first:pt-0 last:border-b-0 sm:grid-cols-[160px_1fr]"
        >
          <dt className="font-medium">{term}</dt>
          <dd className="max-w-[62ch] text-pretty text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
