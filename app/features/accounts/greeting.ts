const GREETINGS = ['Welcome back', 'Good to see you again', 'Your prompts are waiting'] as const;

/** One of three lines, chosen on the server so that the page does not change its mind while it loads. */
export const pickGreeting = (random: () => number = Math.random): string =>
  GREETINGS[Math.floor(random() * GREETINGS.length)] ?? GREETINGS[0];
