/** Example prompts to start from. */
export const STARTERS = [
  {
    title: 'Explain something',
    prompt:
      'Explain photosynthesis to a class of twelve-year-olds, using one everyday comparison. End with three questions that check understanding, easiest first. At most 200 words.',
  },
  {
    title: 'Improve a text',
    prompt:
      'Rewrite the message below so that it is polite, clear and half as long. Keep every fact and date. Then list what you left out.\n\nMessage:\n',
  },
  {
    title: 'Compare choices',
    prompt:
      'Compare renting and buying a car for someone who drives 6,000 miles a year in a city. Give a table of yearly costs, say which figures are guesses, and end with one recommendation.',
  },
] as const;

/** An unchanged starter can be discarded silently. */
export const isStarter = (draft: string): boolean => STARTERS.some(({ prompt }) => prompt === draft);
