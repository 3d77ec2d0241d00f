/** What the home page says, in the order in which it says it. */
interface Point {
  title: string;
  text: string;
}

export const PROBLEMS: readonly Point[] = [
  {
    title: 'The prompt says too little',
    text: 'Most prompts name a subject and leave out the reader, the form and the length. The model guesses, you rewrite, and the third try is the one you needed first.',
  },
  {
    title: 'Every model wants a subscription',
    text: 'One is better at code, one at long texts, one at search. To use them all you pay by the month for each, whether you send a thousand prompts or three.',
  },
  {
    title: 'Nobody says what it costs',
    text: 'With API keys you pay by the token and learn the sum from an invoice. With a subscription you never learn it at all.',
  },
];

export const SOLUTIONS: readonly Point[] = [
  {
    title: 'A prompt that is whole',
    text: 'Six short steps ask for what a model needs: category, style and outcome, topic, details, language and level. Optimize then sharpens the wording and shows you every change; your variables stay as they are.',
  },
  {
    title: 'One balance for every model',
    text: 'OpenAI, Anthropic, Gemini and Perplexity behind one field and one Send button. Pay once, from $5; it lasts until it is used.',
  },
  {
    title: 'The price beside the button',
    text: 'Before a send you see the most it can cost. Under the reply you see what it did cost: tokens in, tokens out, price, and who paid.',
  },
];

export const STEPS: readonly Point[] = [
  {
    title: 'Choose',
    text: 'Pick a category, a style and the outcome you want. Each pair is written to go together.',
  },
  {
    title: 'Say what about',
    text: 'Name the topic, add details if you have them, pick one of 16 languages and a reading level.',
  },
  { title: 'Optimize', text: 'Improve the wording, look at the difference, keep it or undo it.' },
  { title: 'Send', text: 'To one model or to several side by side. Save what works, recall it, export it.' },
];

export const BENEFITS: readonly Point[] = [
  {
    title: 'Usage you can check',
    text: 'A ledger lists every send with model, tokens, cost and the balance after it. It adds up to the micro-dollar.',
  },
  {
    title: 'Save, recall, export',
    text: 'Prompts keep their versions. Sessions come back as you left them, and leave as csv, json, txt, xlsx or docx.',
  },
  {
    title: 'Nothing paid twice, nothing lost',
    text: 'A reload or a broken connection never loses a reply that you paid for, and never charges for it again.',
  },
  {
    title: 'Your own limits',
    text: 'Set the most a request or a day may cost. Set when to be warned that the balance is low.',
  },
  {
    title: 'Whole batches',
    text: 'BAIQL, a small language, runs one prompt over a folder of essays or a list of five thousand rows, and resumes where it stopped.',
  },
  {
    title: 'On your own machine',
    text: 'One program and one file. Bring your own provider keys, or point it at a model that runs beside it.',
  },
];
