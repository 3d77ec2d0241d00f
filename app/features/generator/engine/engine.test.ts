import { describe, expect, it } from 'vitest';
import type { Template } from '../content/responses';
import { assemblePrompt, type PromptParts } from './assemble-prompt';
import {
  EMPTY_GENERATOR,
  mayEditPrompt,
  generatorReducer,
  type GeneratorAction,
  type GeneratorState,
} from './generator-state';
import { LANGUAGES, type Level } from './languages';
import { visibleSteps } from './steps';

const template = (id: number, sortOrder: number, text: string, categoryId = 1): Template => ({
  id,
  name: text,
  categoryId,
  sortOrder,
  templateText: text,
});
const TEMPLATES = {
  categoryId: 1,
  styles: [template(11, 10, 'Style one.'), template(12, 20, 'Style two.')],
  outcomes: [
    template(22, 20, 'Outcome two.'),
    template(21, 10, 'Outcome one.'),
    template(23, 10, 'Foreign.', 2),
  ],
};

const after = (...events: GeneratorAction[]): GeneratorState =>
  events.reduce(generatorReducer, EMPTY_GENERATOR);
const CATEGORY: GeneratorAction[] = [
  { type: 'category-chosen', categoryId: 1 },
  { type: 'templates-loaded', ...TEMPLATES },
];
const STYLE: GeneratorAction[] = [...CATEGORY, { type: 'style-chosen', styleId: 11 }];
const TOPIC: GeneratorAction[] = [...STYLE, { type: 'topic-typed', topic: 'photosynthesis' }];

describe('the prompt', () => {
  const parts: PromptParts = {
    styleText: 'Be brief.',
    outcomeText: 'End with a question.',
    topic: 'photosynthesis',
    details: 'why leaves are green',
    language: 'English',
    level: 'Advanced',
  };

  it('is style, focus, outcome and language, with blank lines between them', () => {
    expect(assemblePrompt({ ...parts, language: 'Spanish' })).toBe(
      'Be brief.\n\nFocus on photosynthesis, specifically addressing why leaves are green.\n\nEnd with a question.\n\nWrite in Spanish. Use sophisticated vocabulary and complex ideas.',
    );
  });

  it('leaves out what was not said', () => {
    expect(assemblePrompt({ ...parts, details: ' ' })).toBe(
      'Be brief.\n\nFocus on photosynthesis.\n\nEnd with a question.',
    );
    expect(assemblePrompt({ ...parts, topic: '' })).toBe('Be brief.\n\nEnd with a question.');
    expect(assemblePrompt({ ...parts, outcomeText: '' })).toMatch(/green\.$/);
  });

  it('ends its sentence once, whoever brings the full stop', () => {
    expect(assemblePrompt({ ...parts, topic: 'rain. ', details: 'clouds.' })).toContain(
      'Focus on rain, specifically addressing clouds.\n',
    );
  });

  it.each<[Level, string]>([
    ['Intermediate', 'Write in English. Use everyday language.'],
    ['Elementary', 'Write in English. Use simple words and short sentences.'],
  ])('asks for English at the level %s', (level, instruction) => {
    expect(
      assemblePrompt({ ...parts, level })
        .split('\n\n')
        .at(-1),
    ).toBe(instruction);
  });

  it('asks for each other language, and never for advanced English', () => {
    for (const language of LANGUAGES) {
      expect(assemblePrompt({ ...parts, language }).includes(`Write in ${language}. Use`)).toBe(
        language !== 'English',
      );
    }
    expect(LANGUAGES).toHaveLength(16);
  });
});

describe('choosing', () => {
  it('a style takes its paired outcome along, of the same category and sort order', () => {
    expect(after(...STYLE)).toMatchObject({ outcomeId: 21, prompt: 'Style one.\n\nOutcome one.' });
    expect(after(...STYLE, { type: 'style-chosen', styleId: 12 })).toMatchObject({ outcomeId: 22 });
  });

  it('another outcome afterwards is kept', () => {
    expect(after(...STYLE, { type: 'outcome-chosen', outcomeId: 22 }).prompt).toBe(
      'Style one.\n\nOutcome two.',
    );
  });

  it('another category clears everything but language and level', () => {
    const changed = after(
      ...TOPIC,
      { type: 'level-chosen', level: 'Elementary' },
      { type: 'prompt-edited', prompt: 'Mine' },
      { type: 'category-chosen', categoryId: 2 },
    );
    expect(changed).toEqual({ ...EMPTY_GENERATOR, categoryId: 2, level: 'Elementary' });
  });

  it('does not take the templates of a category that is no longer chosen', () => {
    expect(
      after({ type: 'category-chosen', categoryId: 2 }, { type: 'templates-loaded', ...TEMPLATES }).styles,
    ).toEqual([]);
  });

  it('remembers a suggestion until something else is typed', () => {
    const chosen: GeneratorAction[] = [
      ...STYLE,
      { type: 'topic-chosen', topicId: 5, topic: 'photosynthesis' },
      { type: 'subtopic-chosen', subtopicId: 7, details: 'light' },
    ];
    expect(after(...chosen, { type: 'topic-typed', topic: 'photosynthesis' })).toMatchObject({
      topicId: 5,
      subtopicId: 7,
    });
    expect(after(...chosen, { type: 'details-typed', details: 'lights' })).toMatchObject({
      topicId: 5,
      subtopicId: null,
    });
    expect(after(...chosen, { type: 'topic-typed', topic: 'photo' })).toMatchObject({
      topicId: null,
      subtopicId: null,
      details: 'light',
    });
  });
});

describe('a prompt edited by hand', () => {
  const edited: GeneratorAction[] = [...TOPIC, { type: 'prompt-edited', prompt: 'Mine' }];

  it('no longer follows the choices', () => {
    expect(
      after(
        ...edited,
        { type: 'language-chosen', language: 'German' },
        { type: 'style-chosen', styleId: 12 },
      ),
    ).toMatchObject({ prompt: 'Mine', isManuallyEdited: true, styleId: 12 });
  });

  it('follows them again when asked to', () => {
    expect(after(...edited, { type: 'updates-resumed' })).toMatchObject({
      prompt: 'Style one.\n\nFocus on photosynthesis.\n\nOutcome one.',
      isManuallyEdited: false,
    });
  });

  it('is possible once there is a category and a style', () => {
    expect([after(), after(...CATEGORY), after(...STYLE)].map(mayEditPrompt)).toEqual([false, false, true]);
  });
});

describe('steps', () => {
  const statesOf = (...events: GeneratorAction[]) =>
    visibleSteps(after(...events)).map(({ number, state }) => `${String(number)} ${state}`);

  it('appear one after the other', () => {
    expect(statesOf()).toEqual(['1 active']);
    expect(statesOf(...CATEGORY)).toEqual(['1 completed', '2 active']);
    expect(statesOf(...STYLE)).toEqual([
      '1 completed',
      '2 completed',
      '3 active',
      '5 inactive',
      '6 inactive',
    ]);
    expect(statesOf(...TOPIC)).toEqual([
      '1 completed',
      '2 completed',
      '3 completed',
      '4 active',
      '5 inactive',
      '6 inactive',
    ]);
  });

  it('are completed by what was said; language and level by another choice than the default', () => {
    expect(
      statesOf(
        ...TOPIC,
        { type: 'details-typed', details: 'leaves' },
        { type: 'language-chosen', language: 'Dutch' },
        { type: 'level-chosen', level: 'Elementary' },
      ).every((each) => each.endsWith('completed')),
    ).toBe(true);
    expect(statesOf(...STYLE, { type: 'topic-typed', topic: ' ' })).toContain('3 active');
  });
});

describe('reset', () => {
  const begun: GeneratorAction[] = [
    ...TOPIC,
    { type: 'language-chosen', language: 'German' },
    { type: 'prompt-edited', prompt: 'Mine' },
  ];

  it('restores the defaults', () => {
    expect(after(...begun, { type: 'reset', pinned: null })).toEqual(EMPTY_GENERATOR);
  });

  it('chooses the pinned category again', () => {
    expect(after(...begun, { type: 'reset', pinned: TEMPLATES })).toEqual({
      ...EMPTY_GENERATOR,
      ...TEMPLATES,
    });
  });
});

describe('a prompt handed back', () => {
  const kept = { styleId: 11, outcomeId: 21, topic: 'photosynthesis', topicId: 5 };

  it('fills every step', () => {
    const content = 'Style one.\n\nFocus on photosynthesis.\n\nOutcome one.';
    const state = after({ type: 'restored', templates: TEMPLATES, kept: { ...kept, prompt: content } });
    expect(state).toMatchObject({ ...kept, categoryId: 1, prompt: content, isManuallyEdited: false });
  });

  it('that its choices would not make counts as edited by hand', () => {
    const state = after({ type: 'restored', templates: TEMPLATES, kept: { ...kept, prompt: 'Mine' } });
    expect(state).toMatchObject({ prompt: 'Mine', isManuallyEdited: true });
  });

  it('keeps its text when its category or templates are gone', () => {
    const state = after({ type: 'restored', templates: null, kept: { ...kept, prompt: 'Mine' } });
    expect(state).toMatchObject({ categoryId: null, styleId: null, outcomeId: null, prompt: 'Mine' });
  });

  it('keeps all of it while its templates cannot be loaded, and when they come', () => {
    const templates = { ...TEMPLATES, styles: [], outcomes: [] };
    const state = after({ type: 'restored', templates, kept: { ...kept, prompt: 'Mine' } });
    expect(state).toMatchObject({ ...kept, categoryId: 1, prompt: 'Mine' });
    const reloaded = generatorReducer(state, { type: 'reloaded', templates: TEMPLATES });
    expect(reloaded).toMatchObject({ ...kept, categoryId: 1, prompt: 'Mine', isManuallyEdited: true });
  });
});
