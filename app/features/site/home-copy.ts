import { Database, FolderDown, Gauge, Layers, List, Repeat, type LucideIcon } from 'lucide-react';
import { formatList } from '~/ui/format-names';

/** The home page's texts, in order. */
interface Point {
  title: string;
  text: string;
}

export const PROBLEMS: readonly Point[] = [
  {
    title: 'Prompts say too little',
    text: 'Most prompts name a subject, but not the reader, the format or the length. The model guesses, you rewrite, and your third try is the prompt you needed first.',
  },
  {
    title: 'Every model needs its own subscription',
    text: 'One is better at code, one at long texts, one at search. To use them all, you pay each vendor every month, whether you send three prompts or three thousand.',
  },
  {
    title: 'You can’t see the cost',
    text: 'With API keys, you find out from the invoice. With a subscription, you never find out at all.',
  },
];

/** `vendors`: those with reachable models. */
export const solutionsWith = (vendors: readonly string[]): readonly Point[] => [
  {
    title: 'A complete prompt',
    text: 'Six short steps ask for what a model needs to know. Optimize then improves the wording and shows you every change.',
  },
  {
    title: 'One balance for every model',
    text: `${vendors.length > 1 ? `${formatList(vendors)} in one place. ` : ''}Pay once, from $5. Your balance doesn’t expire.`,
  },
  {
    title: 'See the price before you send',
    text: 'You know what a request can cost before you send it, and what it did cost right under the reply.',
  },
];

export const STEPS: readonly Point[] = [
  {
    title: 'Choose',
    text: 'Pick a category, a style and an outcome. Each pair is written to work together.',
  },
  {
    title: 'Add your topic',
    text: 'Name your topic, add details if you have them, and choose a language and a reading level.',
  },
  { title: 'Optimize', text: 'Improve the wording, compare the two versions, and keep or undo the changes.' },
  {
    title: 'Send',
    text: 'Send to one model or compare several. Save what works, come back to it, export it.',
  },
];

export const BENEFITS: readonly (Point & { Icon: LucideIcon })[] = [
  {
    Icon: List,
    title: 'Usage tracking',
    text: 'The ledger lists every request with its model, tokens, cost and the balance after it, to the millionth of a dollar.',
  },
  {
    Icon: FolderDown,
    title: 'Save, recall, export',
    text: 'Prompts keep their versions. Sessions open where you left off and export as csv, json, txt, xlsx or docx.',
  },
  {
    Icon: Repeat,
    title: 'Never pay twice',
    text: 'If you reload or lose your connection, your reply is still there, and you aren’t charged again.',
  },
  {
    Icon: Gauge,
    title: 'Your own limits',
    text: 'Set a daily limit and a per-request limit, and choose when to be warned about a low balance.',
  },
  {
    Icon: Layers,
    title: 'Batches with BAIQL',
    text: 'A small batch language runs one prompt over a folder of essays or 5,000 rows, and resumes where it stopped.',
  },
  {
    Icon: Database,
    title: 'Self-hosted',
    text: 'One process and one database file on your own server, with your own provider keys or local models.',
  },
];
