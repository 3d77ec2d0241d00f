/** By how well models write them, best first. */
export const LANGUAGE_TIERS = [
  { name: 'Tier 1', languages: ['English'] },
  {
    name: 'Tier 2',
    languages: ['Spanish', 'French', 'German', 'Chinese (Mandarin)', 'Japanese', 'Portuguese', 'Italian'],
  },
  {
    name: 'Tier 3',
    languages: ['Russian', 'Korean', 'Arabic', 'Hindi', 'Dutch', 'Swedish', 'Norwegian', 'Danish'],
  },
] as const;

export type Language = (typeof LANGUAGE_TIERS)[number]['languages'][number];

export const LANGUAGES: readonly Language[] = LANGUAGE_TIERS.flatMap(
  (tier): readonly Language[] => tier.languages,
);

export const DEFAULT_LANGUAGE = 'English' satisfies Language;

/** The vocabulary requested for each level. */
export const LEVELS = {
  Advanced: 'sophisticated vocabulary and complex ideas',
  Intermediate: 'everyday language',
  Elementary: 'simple words and short sentences',
} as const;

export type Level = keyof typeof LEVELS;

export const LEVEL_NAMES = Object.keys(LEVELS) as readonly Level[];

export const DEFAULT_LEVEL = 'Advanced' satisfies Level;

export const isLanguage = (text: string): text is Language => LANGUAGES.some((each) => each === text);
