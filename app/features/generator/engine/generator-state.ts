import type { Template } from '../content/responses';
import type { CategoryTemplates } from '../content/fetch-content';
import { assemblePrompt } from './assemble-prompt';
import { DEFAULT_LANGUAGE, DEFAULT_LEVEL, type Language, type Level } from './languages';

/** The user's selections and texts, and the resulting prompt. */
export interface GeneratorState {
  categoryId: number | null;
  /** Templates of the category, once loaded. */
  styles: readonly Template[];
  outcomes: readonly Template[];
  styleId: number | null;
  outcomeId: number | null;
  topic: string;
  /** Of the selected suggestion; null for a custom topic. */
  topicId: number | null;
  details: string;
  subtopicId: number | null;
  language: Language;
  level: Level;
  prompt: string;
  /** The saved prompt this is based on. */
  savedPromptId: string | null;
  /** The prompt was edited manually and no longer follows the selections. */
  isManuallyEdited: boolean;
}

export const EMPTY_GENERATOR: GeneratorState = {
  categoryId: null,
  styles: [],
  outcomes: [],
  styleId: null,
  outcomeId: null,
  topic: '',
  topicId: null,
  details: '',
  subtopicId: null,
  language: DEFAULT_LANGUAGE,
  level: DEFAULT_LEVEL,
  prompt: '',
  savedPromptId: null,
  isManuallyEdited: false,
};

/** State that can be restored, from a saved prompt or the browser's storage. */
export type Restorable = Partial<Omit<GeneratorState, 'styles' | 'outcomes' | 'isManuallyEdited'>>;

export type GeneratorAction =
  | { type: 'category-chosen'; categoryId: number | null }
  | ({ type: 'templates-loaded' } & CategoryTemplates)
  | { type: 'style-chosen'; styleId: number | null }
  | { type: 'outcome-chosen'; outcomeId: number | null }
  | { type: 'topic-typed'; topic: string }
  | { type: 'topic-chosen'; topicId: number; topic: string }
  | { type: 'details-typed'; details: string }
  | { type: 'subtopic-chosen'; subtopicId: number; details: string }
  | { type: 'language-chosen'; language: Language }
  | { type: 'level-chosen'; level: Level }
  | { type: 'prompt-edited'; prompt: string }
  | { type: 'updates-resumed' }
  | { type: 'restored'; templates: CategoryTemplates | null; kept: Restorable }
  | { type: 'reloaded'; templates: CategoryTemplates }
  | { type: 'reset'; pinned: CategoryTemplates | null };

/** The generator's reducer. */
export function generatorReducer(state: GeneratorState, event: GeneratorAction): GeneratorState {
  switch (event.type) {
    case 'category-chosen': {
      const { language, level } = state;
      return { ...EMPTY_GENERATOR, language, level, categoryId: event.categoryId };
    }
    case 'templates-loaded':
      // Another category may have been selected since.
      if (event.categoryId !== state.categoryId) return state;
      return { ...state, styles: event.styles, outcomes: event.outcomes };
    case 'style-chosen':
      return rebuilt({ ...state, styleId: event.styleId, outcomeId: pairedOutcome(state, event.styleId) });
    case 'outcome-chosen':
      return rebuilt({ ...state, outcomeId: event.outcomeId });
    case 'topic-typed':
      if (event.topic === state.topic) return state;
      return rebuilt({ ...state, topic: event.topic, topicId: null, subtopicId: null });
    case 'topic-chosen':
      return rebuilt({ ...state, topic: event.topic, topicId: event.topicId, subtopicId: null });
    case 'details-typed':
      if (event.details === state.details) return state;
      return rebuilt({ ...state, details: event.details, subtopicId: null });
    case 'subtopic-chosen':
      return rebuilt({ ...state, details: event.details, subtopicId: event.subtopicId });
    case 'language-chosen':
      return rebuilt({ ...state, language: event.language });
    case 'level-chosen':
      return rebuilt({ ...state, level: event.level });
    case 'prompt-edited':
      return { ...state, prompt: event.prompt, isManuallyEdited: true };
    case 'updates-resumed':
      return rebuilt({ ...state, isManuallyEdited: false });
    case 'restored':
      return restored(event.templates, event.kept);
    case 'reloaded':
      return restored(event.templates, state);
    case 'reset':
      return { ...EMPTY_GENERATOR, ...event.pinned };
  }
}

/** The outcome of the same category and sort order. */
function pairedOutcome({ styles, outcomes }: GeneratorState, styleId: number | null): number | null {
  const style = styles.find(({ id }) => id === styleId);
  const outcome = outcomes.find(
    ({ categoryId, sortOrder }) => categoryId === style?.categoryId && sortOrder === style.sortOrder,
  );
  return outcome?.id ?? null;
}

/** Rebuilds the prompt unless it was edited manually. Without a style it is empty. */
function rebuilt(state: GeneratorState): GeneratorState {
  return state.isManuallyEdited ? state : { ...state, prompt: buildPrompt(state) };
}

/** The prompt built from the selections, ignoring manual edits. */
export function buildPrompt(state: GeneratorState): string {
  const style = state.styles.find(({ id }) => id === state.styleId);
  if (!style) return '';
  const outcome = state.outcomes.find(({ id }) => id === state.outcomeId);
  return assemblePrompt({
    ...state,
    styleText: style.templateText,
    outcomeText: outcome?.templateText ?? '',
  });
}

/**
 * Restores a state. A prompt that differs from its selections counts as manually edited. Selections of removed
 * templates are cleared, but kept if the templates failed to load.
 */
function restored(templates: CategoryTemplates | null, kept: Restorable): GeneratorState {
  const { styles, outcomes } = templates ?? EMPTY_GENERATOR;
  const among = (rows: readonly Template[], wanted: number | null = null) =>
    templates && rows.length === 0 ? wanted : (rows.find(({ id }) => id === wanted)?.id ?? null);
  const state = {
    ...EMPTY_GENERATOR,
    ...kept,
    styles,
    outcomes,
    categoryId: templates?.categoryId ?? null,
    styleId: among(styles, kept.styleId),
    outcomeId: among(outcomes, kept.outcomeId),
  };
  const prompt = buildPrompt(state);
  return { ...state, prompt: kept.prompt ?? prompt, isManuallyEdited: (kept.prompt ?? prompt) !== prompt };
}

/** A prompt can be edited once there is one. */
export const mayEditPrompt = ({ categoryId, styleId }: GeneratorState): boolean =>
  categoryId !== null && styleId !== null;
