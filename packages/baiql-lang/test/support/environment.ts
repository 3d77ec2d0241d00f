import type { Environment } from '../../src/index.js';

/** What is at hand in the cases that say "with files". */
export const ENVIRONMENT: Environment = {
  files: [
    'roster.csv',
    'june/survey.csv',
    'june/sales.csv',
    'june/prices.csv',
    'june/guests.csv',
    'june/marks.xlsx',
    'rubric.pdf',
    'essays/essay1.docx',
    'essays/essay2.docx',
    '/data/input/june/letters.txt',
    'june/orders.xlsx',
    'june/namen.csv',
  ],
  headers: {
    'roster.csv': ['Student', 'Class', 'First name', 'Points'],
    'june/survey.csv': ['Age in years?', 'What is "fair" (in your words)?', 'Age'],
    'june/prices.csv': ['Article', 'Price (€)', 'Price ($)', 'Stock (%)', 'Stock'],
    'june/marks.xlsx': ['Class 9b, essay of June', 'Column2', 'Column3'],
    'june/guests.csv': ['First name', 'Email', 'Town', 'Event'],
    'june/sales.csv': ['Region', '2024', '2025', '1st quarter'],
    'june/orders.xlsx': ['Read me first'],
    'june/namen.csv': ['Name', 'Ort'],
  },
  firstRows: {
    'june/marks.xlsx': [
      ['Class 9b, essay of June', '', ''],
      [],
      ['Vorname', 'Nachname', 'Points'],
      ['Ada', 'Meier', '12'],
    ],
  },
  sheets: {
    'june/orders.xlsx': [
      { number: 1, name: 'Notes', header: ['Read me first'], firstRows: [['Read me first']] },
      {
        number: 2,
        name: 'Orders "2026"',
        header: ['Complaints', '', ''],
        firstRows: [
          ['Complaints', '', ''],
          [],
          ['Order Customer', 'Complaint'],
          ['Customer', 'Complaint', 'Amount'],
        ],
      },
      {
        number: 4,
        name: 'Prices',
        header: ['Article', 'Price'],
        firstRows: [
          ['Article', 'Price'],
          ['A 12', '3.50'],
        ],
      },
    ],
  },
  readings: {
    'june/namen.csv': [
      { encoding: 'windows-1252', sample: '–¼‘O' },
      { encoding: 'shift_jis', sample: '名前' },
    ],
  },
  unvarying: {
    'june/guests.csv': {
      rows: 1_201,
      empty: ['First name', 'Email'],
      same: ['First name', 'Email', 'Event'],
    },
  },
  models: ['gpt-4o-mini', 'gpt-4o', 'claude-sonnet-4', 'gemini-2.5-flash', 'grok-3', 'command-r'],
  endingModels: {
    'grok-3': { on: '2026-12-01', next: 'gpt-4o-mini' },
    'command-r': { on: '2027-01-31', next: null },
  },
  retiredModels: { 'gpt-3.5-turbo': 'gpt-4o-mini', 'gpt-3.5': 'gpt-5-nano', davinci: null },
};
