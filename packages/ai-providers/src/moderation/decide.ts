import {
  CATEGORIES,
  type CategoryName,
  type CategoryVerdict,
  type Decision,
  type Finding,
  type Findings,
  type ModerationResult,
  type ModerationSettings,
  type ModerationSource,
} from './contract.js';

/** A category's name in messages, and an extra sentence for authors if it decided. */
const WORDS: Readonly<Record<CategoryName, { label: string; advice?: string }>> = {
  hate: { label: 'hate or harassment' },
  violence: { label: 'violence' },
  'self-harm': {
    label: 'self-harm',
    advice:
      'If you are thinking about hurting yourself, please reach out now: call your local emergency number or a free helpline in your country (findahelpline.com).',
  },
  minors: { label: 'sexual content about minors' },
  'payment-cards': { label: 'payment card data', advice: 'Take the card number out.' },
  'personal-data': { label: 'personal data', advice: 'Redact it, or send it as it is.' },
};

/** Score from which sexual content about minors is certain; lower scores warn. */
const MINORS_CERTAIN = 0.8;
const SWITCHED_WARN = 0.4;

type Thresholds = { warn: number; block: number };

function thresholdsOf(name: CategoryName, settings: ModerationSettings): Thresholds {
  switch (name) {
    case 'hate':
      return { warn: settings.hateWarn, block: settings.hateBlock };
    case 'violence':
      return { warn: settings.violenceWarn, block: settings.violenceBlock };
    case 'self-harm':
      return { warn: settings.selfHarmWarn, block: settings.selfHarmBlock };
    case 'minors':
      return { warn: SWITCHED_WARN, block: settings.blockCsam ? MINORS_CERTAIN : Infinity };
    case 'payment-cards':
      return { warn: SWITCHED_WARN, block: settings.blockPci ? SWITCHED_WARN : Infinity };
    case 'personal-data':
      return { warn: 0, block: Infinity };
  }
}

const RANK: Readonly<Record<Decision, number>> = { allow: 0, warn: 1, block: 2 };

/** Turns findings into a decision by the configured thresholds. A score of 0 is no finding. */
export function decide(
  findings: Findings,
  settings: ModerationSettings,
  source: ModerationSource,
): ModerationResult {
  const categories = CATEGORIES.flatMap((name): CategoryVerdict[] => {
    const finding = findings[name];
    if (finding === undefined || finding.score <= 0) return [];
    return [
      { name, action: actionFor(name, finding, settings), score: round(finding.score), note: finding.note },
    ];
  }).sort((a, b) => RANK[b.action] - RANK[a.action] || b.score - a.score);
  const decision = categories[0]?.action ?? 'allow';
  return { decision, source, categories, message: messageOf(decision, categories) };
}

function actionFor(name: CategoryName, { score }: Finding, settings: ModerationSettings): Decision {
  const { warn, block } = thresholdsOf(name, settings);
  if (score >= block) return 'block';
  return score >= warn ? 'warn' : 'allow';
}

function messageOf(decision: Decision, categories: readonly CategoryVerdict[]): string {
  if (decision === 'allow') return '';
  const deciding = categories.filter(({ action }) => action === decision);
  const reasons = deciding.map(({ name, note }) => `${WORDS[name].label} (${note})`).join(', ');
  const advice = deciding.flatMap(({ name }) => WORDS[name].advice ?? []).join(' ');
  const message =
    decision === 'block' ? `Blocked by moderation: ${reasons}.` : `Please check this text: ${reasons}.`;
  return advice === '' ? message : `${message} ${advice}`;
}

const round = (score: number): number => Math.round(Math.min(1, score) * 100) / 100;
