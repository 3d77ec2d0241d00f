/** The contract of moderation, independent of the classifier. */

/** In display order. */
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
 * Where the verdict comes from. `openai`: OpenAI's moderation endpoint. `model`: a guard model. `patterns`: card
 * numbers and personal data only. `unavailable`: the classifier failed.
 */
export type ModerationSource = 'openai' | 'model' | 'patterns' | 'unavailable';

/** Thresholds (0 to 1) at which a category warns and blocks, and switches. Set by administrators. */
export interface ModerationSettings {
  hateWarn: number;
  hateBlock: number;
  violenceWarn: number;
  violenceBlock: number;
  selfHarmWarn: number;
  selfHarmBlock: number;
  /** Payment card numbers block instead of warning. */
  blockPci: boolean;
  /** Sexual content about minors blocks instead of warning. */
  blockCsam: boolean;
  /** Texts with personal data are not stored, whatever the sender chose. */
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
  /** A short description, never a quote of the text. */
  note: string;
}

export interface ModerationResult {
  decision: Decision;
  source: ModerationSource;
  /** Categories with findings, the most severe first. */
  categories: CategoryVerdict[];
  /** A message for the author; empty if the decision is `allow`. */
  message: string;
}

/** At most one finding per category. */
export type Findings = Partial<Record<CategoryName, Finding>>;

export interface Finding {
  /** 0 to 1. */
  score: number;
  note: string;
}

/** Keeps the more severe finding of a category. */
export function keepMostSevere(findings: Findings, category: CategoryName, finding: Finding): void {
  const before = findings[category];
  if (before === undefined || finding.score > before.score) findings[category] = finding;
}
