import { keepGravest, type Findings } from '../contract.js';
import { compileFrames } from './frames.js';
import { HATE_RULES } from './hate.js';
import { MINORS_RULES } from './minors.js';
import { readWords } from './read-words.js';
import type { Rule } from './rule.js';
import { SELF_HARM_RULES } from './self-harm.js';
import { findSlurs, isSlur } from './slurs.js';
import { VIOLENCE_RULES } from './violence.js';
import { VOCABULARY } from './vocabulary.js';
import { weighContext } from './weigh-context.js';

const RULES: readonly Rule[] = [...VIOLENCE_RULES, ...HATE_RULES, ...SELF_HARM_RULES, ...MINORS_RULES];

interface Meaning {
  rule: Rule;
  score: number;
}

const compile = () =>
  compileFrames<Meaning>(
    RULES.flatMap((rule) =>
      Object.entries(rule.frames).flatMap(([score, patterns]) =>
        patterns.map((pattern) => ({ pattern, meaning: { rule, score: Number(score) } })),
      ),
    ),
    VOCABULARY,
  );

/** Compiled at first use: most commands never moderate. */
let compiled: ReturnType<typeof compile> | undefined;

/**
 * What our own rules see in a text, apart from card numbers and personal data. Deterministic, and linear in the text's
 * length. What they can and cannot tell is written down in docs/decisions/0011-moderation.md.
 */
export function scoreText(text: string): Findings {
  const frames = (compiled ??= compile());
  const words = readWords(text, (word) => frames.words.has(word) || isSlur(word));
  const findings: Findings = {};
  for (const { meaning, from, to } of frames.find(words)) {
    const { category, note } = meaning.rule;
    const score = weighContext(meaning.score, meaning.rule, { from, to }, words);
    if (score > 0) keepGravest(findings, category, { score, note });
  }
  const slurs = findSlurs(words);
  if (slurs) keepGravest(findings, 'hate', slurs);
  return findings;
}
