/** A prompt before and after Optimize, each with a reply. Static, so that no model is needed. */
export const OPTIMIZE_EXAMPLE = {
  before: {
    label: 'Before',
    /** Parts of the prompt; additions by Optimize are marked. */
    prompt: [[{ text: 'Explain photosynthesis.', isAdded: false }]],
    output: [
      'Photosynthesis is the process by which green plants, algae and certain bacteria convert light energy into chemical energy. In the light-dependent reactions, which occur in the thylakoid membranes, water is oxidized and ATP and NADPH are produced.',
      'In the Calvin cycle, which takes place in the stroma, the enzyme RuBisCO fixes carbon dioxide, yielding glyceraldehyde-3-phosphate. The overall equation is 6 CO₂ + 6 H₂O → C₆H₁₂O₆ + 6 O₂.',
    ],
    verdict: 'Correct, but no use to a class of twelve-year-olds.',
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
      'A leaf is a tiny kitchen. Roots bring the water, pores in the leaf let in air, and sunlight is the stove. A green substance, chlorophyll, catches the light. With that energy, the leaf turns water and carbon dioxide into sugar and lets go of the oxygen that we breathe.',
      '1. Which three things does the kitchen need?',
      '2. Why does a plant in a dark closet go hungry?',
      '3. If every leaf stopped cooking today, what would we run out of first?',
    ],
    verdict: 'A reader, a format, a length: a lesson you can use on Monday.',
  },
} as const;

export type ExampleVersion = keyof typeof OPTIMIZE_EXAMPLE;
export type ExampleView = 'prompt' | 'output';
