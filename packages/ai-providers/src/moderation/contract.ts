/** What moderation is asked and what it answers, whoever judges. */

/** In the order in which they are listed. */
export const CATEGORIES = [
  'hate',
  'violence',
  'self-harm',
  'minors',
  'payment-cards',
  'personal-data',
] as const;

export type CategoryName = (typeof CATEGORIES)[number];

export type Decision = 'allow' | 'warn' | 'block';

/**
 * Who has judged a text. `openai`: OpenAI's moderation endpoint. `model`: a guard model. `patterns`: nobody; only card
 * numbers and personal data were looked for, as they are in any case. `unavailable`: whoever should have judged could
 * not be asked.
 */
export type ModerationSource = 'openai' | 'model' | 'patterns' | 'unavailable';

/** Scores from 0 to 1 at which a category warns and blocks, and what is switched. An administrator sets these. */
export interface ModerationSettings {
  hateWarn: number;
  hateBlock: number;
  violenceWarn: number;
  violenceBlock: number;
  selfHarmWarn: number;
  selfHarmBlock: number;
  /** Payment-card numbers block; else they warn. */
  blockPci: boolean;
  /** Sexual content about minors blocks; else it warns. */
  blockCsam: boolean;
  /** A text in which personal data was found is not stored, whatever its sender chose. */
  forceDoNotStoreOnPiiWarn: boolean;
}

export const DEFAULT_MODERATION_SETTINGS: ModerationSettings = {
  hateWarn: 0.4,
  hateBlock: 0.8,
  violenceWarn: 0.4,
  violenceBlock: 0.8,
  selfHarmWarn: 0.4,
  selfHarmBlock: 0.8,
  blockPci: true,
  blockCsam: true,
  forceDoNotStoreOnPiiWarn: false,
};

export interface CategoryVerdict {
  name: CategoryName;
  action: Decision;
  /** 0 to 1, two decimals. */
  score: number;
  /** What was seen, in a few words; never a part of the text. */
  note: string;
}

export interface ModerationResult {
  decision: Decision;
  source: ModerationSource;
  /** Those in which something was seen; the gravest first. */
  categories: CategoryVerdict[];
  /** A sentence for the person who wrote the text; empty when the decision is `allow`. */
  message: string;
}

/** What a judge saw in a text: for each category at most one finding. */
export type Findings = Partial<Record<CategoryName, Finding>>;

export interface Finding {
  /** 0 to 1. */
  score: number;
  note: string;
}

/** Keeps the graver of two findings of a category. */
export function keepGravest(findings: Findings, category: CategoryName, finding: Finding): void {
  const before = findings[category];
  if (before === undefined || finding.score > before.score) findings[category] = finding;
}
