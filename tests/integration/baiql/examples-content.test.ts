import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCsv, openDocx, openXlsx } from '../../../packages/baiql-runtime/src/test-support/open-outputs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { exampleApi, text } from './example-kit';

/** What the local vendor answers to a prompt: what a careful model would, from what is in the prompt alone. */
let replyTo: (prompt: string) => string = () => 'Nothing.';
let paying: PayingServer;

beforeAll(async () => {
  paying = await sharePayingServer({ replyText: (prompt) => replyTo(prompt) });
});
afterEach(() => paying.vendor.log.reset());
afterAll(() => paying.close());

/** Uploads the example, runs it with these replies, and gives what is needed to look at what came of it. */
async function runExample(name: string, reply: (prompt: string) => string, total: number) {
  replyTo = reply;
  const example = await exampleApi(paying.server.origin, paying.token, name);
  await example.upload();
  const before = await paying.balance();
  const run = await example.run();
  expect(run).toMatchObject({ status: 'completed', total, succeeded: total, failed: 0, skipped: 0 });
  expect(before.balanceMicroUsd - (await paying.balance()).balanceMicroUsd).toBe(run.costMicroUsd);
  expect(paying.vendor.log.stats.answeredTwice).toBe(0);
  const prompts = paying.vendor.log.requests.map(({ prompt }) => prompt);
  return { ...example, outcome: run, prompts };
}

const part = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';

describe('on a server that speaks OpenAI’s protocol, through the API', () => {
  it('student-grading puts each student’s own marks beside their row of the roster', async () => {
    const example = await runExample(
      'student-grading',
      (prompt) =>
        JSON.stringify({
          score: part(prompt, /an essay of (.+?), class/).length,
          strengths: 'Clear, "lively"',
          to_improve: '=1+1',
          comment: `Dear ${part(prompt, /an essay of (.+?), class/)},\nwell done: ${part(prompt, /The essay \((.+?)\)/)}`,
        }),
      4,
    );
    const { columns, rows } = openCsv(await example.output('grades.csv'));
    expect(columns).toEqual(['Student', 'Class', 'Email', 'score', 'strengths', 'to_improve', 'comment']);
    expect(rows.map(({ Student, score, comment }) => [Student, score, comment])).toEqual([
      ['Anna Berg', '9', 'Dear Anna Berg,\nwell done: anna-berg.txt'],
      ['José Martín', '11', 'Dear José Martín,\nwell done: jose-martin.txt'],
      ['Anna-Maria Okafor', '17', 'Dear Anna-Maria Okafor,\nwell done: anna-maria-okafor.md'],
      ['Li Wei', '6', 'Dear Li Wei,\nwell done: li-wei.txt'],
    ]);
    expect(rows[0]).toMatchObject({ Class: '9b', strengths: 'Clear, "lively"', to_improve: "'=1+1" });
    expect(example.prompts.every((prompt) => prompt.includes('--- rubric.docx ---'))).toBe(true);
  });

  it('email-generation writes one invitation in each tone, as texts and as a table', async () => {
    const tone = /The tone is ([^.]+)\./;
    const example = await runExample('email-generation', (prompt) => `Subject: ${part(prompt, tone)}`, 1);
    const tones = ['matter-of-fact, for colleagues', 'warm, for families', 'short, for a notice board'];
    const letters = ['invitation.txt', 'invitation-2.txt', 'invitation-3.txt'];
    for (const [index, name] of letters.entries()) {
      expect(text(await example.output(name)).trim()).toBe(`Subject: ${tones[index] ?? ''}`);
    }
    const { rows } = openCsv(await example.output('invitations.csv'));
    expect(rows.map(({ TONE }) => TONE)).toEqual(tones);
    expect(example.prompts.every((prompt) => /facts\.md[^]+house-style\.md/.test(prompt))).toBe(true);
  });

  it('resume-screening sorts CVs into a list of which the numbers are numbers, and sends no address', async () => {
    const example = await runExample(
      'resume-screening',
      (prompt) => {
        const isMoreno = prompt.includes('Moreno');
        if (!isMoreno && !prompt.includes('Brandt')) {
          return JSON.stringify({ advice: 'no', years: 0, why: 'No ward so far.' });
        }
        return JSON.stringify({ advice: 'yes', years: isMoreno ? 5 : 0.5, why: 'Nights, gladly.' });
      },
      3,
    );
    const { columns, rows } = await openXlsx(await example.output('shortlist.xlsx'));
    expect(columns.slice(-5)).toEqual(['advice', 'years', 'why', 'VERDICT', 'FILESIZE']);
    // The model says yes to Brandt; the script's own rule does not.
    expect(rows.map(({ advice, years, VERDICT }) => [advice, years, VERDICT])).toEqual([
      ['yes', '5', 'yes'],
      ['yes', '0.5', 'maybe'],
      ['no', '0', 'no'],
    ]);
    expect(
      text(await example.output('screening.log'))
        .trim()
        .split('\n'),
    ).toEqual([
      expect.stringMatching(/cv1-moreno\.txt: yes$/),
      expect.stringMatching(/cv2-brandt\.md: maybe$/),
      expect.stringMatching(/cv10-adeyemi\.txt: no$/),
    ]);
    expect(example.prompts.join('\n')).not.toMatch(/@example\.org|600 123 456/);
  });

  it('document-summarization makes a document with heading, list and bold figure of each report', async () => {
    const example = await runExample(
      'document-summarization',
      (prompt) =>
        `# ${prompt.includes('library') || prompt.includes('Library') ? 'Library' : 'Water'} in brief\n\n- one\n- two\n- three\n\n**42 %** matter.`,
      2,
    );
    for (const [file, title] of [
      ['library-2025', 'Library'],
      ['water-quality', 'Water'],
    ] as const) {
      const html = await openDocx(await example.output(`summaries/${file}.docx`));
      expect(html).toContain(`<h1>${title} in brief</h1>`);
      expect(html.match(/<li>/g)).toHaveLength(3);
      expect(html).toContain('<strong>42 %</strong> matter.');
    }
  });

  it('contract-analysis writes the findings of all contracts in one table', async () => {
    const example = await runExample(
      'contract-analysis',
      (prompt) =>
        JSON.stringify({
          seriousness: 'high',
          departures: [`Liability in ${part(prompt, /Contract (\S+):/)}`, 'Term'],
          missing: 'nothing',
        }),
      2,
    );
    const { columns, rows } = openCsv(await example.output('findings.csv'));
    expect(columns).toEqual(['FILENAME', 'seriousness', 'departures', 'missing', 'XACT']);
    expect(rows.map(({ FILENAME, departures, XACT }) => [FILENAME, departures, XACT])).toEqual(
      ['cleaning-services.txt', 'software-license.txt'].map((name, index) => [
        name,
        `Liability in ${name}; Term`,
        String(index + 1),
      ]),
    );
    expect(example.prompts.every((prompt) => /--- playbook\.pdf ---\n\S/.test(prompt))).toBe(true);
  });

  it('mail-merge writes one letter to each family, named after the child', async () => {
    const composeUserMail = /^Write a letter to (.+?), the parent of (.+?), about/mu;
    const example = await runExample(
      'mail-merge',
      (prompt) => {
        const [, parent = '', child = ''] = composeUserMail.exec(prompt) ?? [];
        return `Dear ${parent},\n\n**${child}** comes along in ${part(prompt, /Write in (\w+)\./)}.`;
      },
      4,
    );
    expect(example.outcome.outputs.map(({ path }) => path.replace('/data/output/', ''))).toEqual(
      ['Anna Berg', 'José Martín', 'Li Wei', 'Anna-Maria Okafor'].map((name) => `letters/${name}.docx`),
    );
    const letter = await openDocx(await example.output('letters/José Martín.docx'));
    expect(letter).toBe(
      '<p>Dear Lucía Martín,</p><p><strong>José Martín</strong> comes along in Spanish.</p>',
    );
    expect(example.prompts.filter((prompt) => prompt.includes('allergic to nuts'))).toHaveLength(1);
    expect(example.prompts.every((prompt) => prompt.includes('--- trip.md ---'))).toBe(true);
  });

  it('multi-step-pipeline hands each step’s reply on, and ends with one article for each subject', async () => {
    const subject = /(?:about|Outline of|Draft of) ([^.,\n]+)/;
    const example = await runExample(
      'multi-step-pipeline',
      (prompt) => {
        const what = part(prompt, subject);
        if (prompt.startsWith('Make an outline')) return `Outline of ${what}.`;
        if (prompt.startsWith('Write the article')) return `Draft of ${part(prompt, /Outline of ([^.]+)/)}.`;
        return `# ${part(prompt, /Outline of ([^.]+)/)}\n\nPolished: ${part(prompt, /Draft of ([^.]+)/)}.`;
      },
      3,
    );
    const subjects = ['keeping bees on a balcony', 'how a lock lifts a ship', 'reading a weather map'];
    expect(example.prompts).toHaveLength(9);
    const articles = JSON.parse(text(await example.output('articles.json'))) as Record<string, string>[];
    expect(articles.map((article) => Object.values(article).join(' '))).toEqual(
      subjects.map((each) => expect.stringContaining(`Polished: ${each}.`) as string),
    );
    for (const [index, each] of subjects.entries()) {
      const html = await openDocx(await example.output(`article-000${index + 1}.docx`));
      expect(html).toBe(`<h1>${each}</h1><p>Polished: ${each}.</p>`);
    }
  });
});
