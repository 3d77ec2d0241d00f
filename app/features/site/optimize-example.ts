/** One prompt before and after optimising, and what each brings. Written out, so that it can be read without asking a model. */
export const OPTIMIZE_EXAMPLE = {
  before: {
    label: 'Before',
    /** Parts of the prompt; those that optimising added are marked. */
    prompt: [[{ text: 'Explain photosynthesis.', isAdded: false }]],
    output: [
      'Photosynthesis is the process by which green plants, algae and certain bacteria convert light energy into chemical energy. It takes place in the chloroplasts and comprises two stages. In the light-dependent reactions, which occur in the thylakoid membranes, water is oxidised and ATP and NADPH are produced.',
      'In the Calvin cycle, which takes place in the stroma, the enzyme RuBisCO fixes carbon dioxide, yielding glyceraldehyde-3-phosphate, from which glucose and other carbohydrates are synthesised. The overall equation is 6 CO₂ + 6 H₂O → C₆H₁₂O₆ + 6 O₂.',
      'Several factors influence the rate of photosynthesis, including light intensity, temperature, and …',
    ],
    verdict: 'Correct, and of no use to a class of twelve-year-olds.',
  },
  after: {
    label: 'After',
    prompt: [
      [
        { text: 'Act as a patient biology teacher.', isAdded: true },
        { text: ' Explain photosynthesis ', isAdded: false },
        { text: 'to a class of twelve-year-olds, using one everyday comparison.', isAdded: true },
      ],
      [
        {
          text: 'End with three questions that check understanding, easiest first. At most 200 words.',
          isAdded: true,
        },
      ],
    ],
    output: [
      'A leaf is a tiny kitchen. To cook, it needs water, which the roots bring up; air, which comes in through pores on its underside; and light, which is the stove. A green substance, chlorophyll, catches the light. With that energy the leaf turns water and carbon dioxide into sugar, the plant’s food, and lets go of oxygen, which is what we breathe. At night the stove is off and the kitchen is closed.',
      '1. Which three things does the kitchen need?',
      '2. Why does a plant in a dark cupboard go hungry?',
      '3. If every leaf stopped cooking today, what would run out first for us, and what later?',
    ],
    verdict: 'A reader, a form, a length: a lesson one can use on Monday.',
  },
} as const;

export type ExampleVersion = keyof typeof OPTIMIZE_EXAMPLE;
export type ExampleView = 'prompt' | 'output';
