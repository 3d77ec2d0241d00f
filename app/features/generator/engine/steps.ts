import { DEFAULT_LANGUAGE, DEFAULT_LEVEL } from './languages';
import type { GeneratorState } from './generator-state';

const STEPS = ['category', 'templates', 'topic', 'details', 'language', 'level'] as const;
export type Step = (typeof STEPS)[number];

/** `active`: the next step to complete. */
export type StepState = 'completed' | 'active' | 'inactive';

interface Rule {
  isVisible: (state: GeneratorState) => boolean;
  isCompleted: (state: GeneratorState) => boolean;
}

const hasStyle = ({ styleId }: GeneratorState): boolean => styleId !== null;
const hasTopic = ({ topic }: GeneratorState): boolean => topic.trim() !== '';

const RULES: Readonly<Record<Step, Rule>> = {
  category: { isVisible: () => true, isCompleted: ({ categoryId }) => categoryId !== null },
  templates: { isVisible: ({ categoryId }) => categoryId !== null, isCompleted: hasStyle },
  topic: { isVisible: hasStyle, isCompleted: hasTopic },
  details: {
    isVisible: (state) => hasStyle(state) && hasTopic(state),
    isCompleted: ({ details }) => details.trim() !== '',
  },
  language: { isVisible: hasStyle, isCompleted: ({ language }) => language !== DEFAULT_LANGUAGE },
  level: { isVisible: hasStyle, isCompleted: ({ level }) => level !== DEFAULT_LEVEL },
};

/** The visible steps in order; later ones appear as earlier ones are completed. */
export function visibleSteps(state: GeneratorState): { step: Step; number: number; state: StepState }[] {
  const visible = STEPS.filter((step) => RULES[step].isVisible(state));
  const next = visible.find((step) => !RULES[step].isCompleted(state));
  return visible.map((step) => ({
    step,
    number: STEPS.indexOf(step) + 1,
    state: RULES[step].isCompleted(state) ? 'completed' : step === next ? 'active' : 'inactive',
  }));
}
