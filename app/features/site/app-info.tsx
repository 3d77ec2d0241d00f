import type { ReactNode } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { Kbd } from '~/ui/kbd';
import { Section } from './section';

type Entry = { term: ReactNode; text: ReactNode };

const PARTS: readonly Entry[] = [
  {
    term: 'AI',
    text: 'The playground: choose a model, write a prompt, see the most it can cost, send it, read the reply as it is written, and see what it cost and why. The ledger opens beside it.',
  },
  {
    term: 'Prompt Generator',
    text: 'Builds a prompt from a category, a style, an outcome, a topic, details, a language and a reading level, and hands it to the AI page.',
  },
  {
    term: 'Saved prompts',
    text: 'Your own prompts with their versions, and those that other people have shared.',
  },
  {
    term: 'BAIQL',
    text: 'A small language for batches: one prompt over many files or rows, paced, resumable, with results as txt, csv, json, xlsx or docx. For Pro, team and enterprise accounts.',
  },
  { term: 'Docs', text: 'Guides, questions and answers, and the reference of BAIQL.' },
];

const MONEY: readonly Entry[] = [
  {
    term: 'Prepaid',
    text: 'You pay $5, $25 or $50 in advance; every send takes what it cost, to the millionth of a dollar. Nothing is ever taken beyond the balance.',
  },
  {
    term: 'Set aside, then settled',
    text: 'Before a send, the most that it can cost is set aside. When the reply is there, only the real cost is taken and the rest is given back.',
  },
  {
    term: 'Failures',
    text: 'A send that fails costs nothing. A reply that you stop, or that breaks off, costs what had arrived.',
  },
  {
    term: 'Free sends',
    text: 'Without a balance you have 15 sends a day with GPT-4o-mini and Gemini 2.5 Flash. The day begins at midnight UTC.',
  },
];

const SENT_ON = 'The prompt and what you attach go to the provider of the model that you choose';

/** Who reads a prompt depends on how the server's owner has set up moderation. */
const dataEntries = (moderation: 'rules' | 'openai'): readonly Entry[] => [
  {
    term: 'Kept here',
    text: 'Your account, your saved prompts and sessions, and a ledger of tokens and costs. Passwords are kept only as argon2id hashes.',
  },
  {
    term: 'Sent on',
    text:
      moderation === 'openai'
        ? `${SENT_ON}. Before that, OpenAI’s moderation reads each prompt, whoever answers it.`
        : `${SENT_ON}, and to nobody else. The Demo model sends nothing anywhere.`,
  },
  {
    term: 'Don’t store',
    text: 'With this box ticked the reply is kept encrypted for 15 minutes, in case the connection breaks, and then deleted.',
  },
  {
    term: 'Drafts',
    text: 'What you write on the AI page stays in your browser until you reset it or sign out.',
  },
];

const KEYS: readonly Entry[] = [
  { term: <Keys names={['Ctrl K', '⌘ K']} />, text: 'Find any page, change the theme, sign out.' },
  { term: <Keys names={['Ctrl ↵', '⌘ ↵']} />, text: 'Send the prompt.' },
  { term: <Keys names={['Esc']} />, text: 'Close what is open above the page.' },
  { term: <Keys names={['Tab']} />, text: 'Walk through everything; the first stop skips the header.' },
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

export function AppInfo({ moderation }: { moderation: 'rules' | 'openai' }) {
  return (
    <>
      <div className="mx-auto w-full max-w-280 px-5 pt-12 pb-14 md:px-6 md:pt-16">
        <h1 className="text-[34px] leading-[1.1] tracking-[-0.03em]">About Promptwell</h1>
        <p className="mt-3 max-w-[60ch] text-lead text-pretty text-ink-2">
          A workbench for prompts with pay-as-you-go access to AI models. It helps you say what you mean,
          sends it to the model you choose, and shows what each reply costs. It runs on a server that you,
          your school or your company can own.
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          <ButtonLink to="/pricing">Plans &amp; Pricing</ButtonLink>
          <ButtonLink to="/">See an example</ButtonLink>
        </div>
      </div>
      <Section id="site-map" title="Site map">
        <Entries entries={PARTS} />
      </Section>
      <Section title="How money works">
        <Entries entries={MONEY} />
      </Section>
      <Section title="What happens to your data">
        <Entries entries={dataEntries(moderation)} />
      </Section>
      <Section title="By keyboard">
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
