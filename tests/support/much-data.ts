import type { RunView } from '../../app/features/baiql/index.server';
import { fileApi } from './baiql-files';
import { runApi, table } from './baiql-runs';
import { ADMIN, apiOf, signInByApi, type TestServer } from './server';

const SENDS = 30;
const OTHERS = 6;
const LONG_TITLE = `What a class of the seventh grade should know about ${'photosynthesis and '.repeat(5)}light`;
const UNBROKEN = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const SCRIPT = [
  'BATCH_START "Letters to the parents of a whole school"',
  'LOAD "roster.csv" AS FILE',
  'PROMPT "Say one thing about {topic} to {name}."',
  'RUN',
  'OUTPUT "letters.csv" AGGREGATE',
  'END_BATCH',
  '',
].join('\n');

/** The address, or addresses, of a page by its pattern. */
export type Samples = Readonly<Record<string, string | readonly string[]>>;
type Api = <Body>(method: string, address: string, body?: unknown, headers?: object) => Promise<Body>;

/**
 * Gives the administrator plenty of what pages show, with names of every length. Returns a sample for each page about a
 * single object: its prompt is public, so that every user finds something there.
 */
export async function fillWithMuch({ origin }: TestServer): Promise<Samples> {
  const token = await signInByApi(origin);
  const ask = apiOf(origin, token);
  const api: Api = async <Body>(method: string, address: string, body?: unknown, headers = {}) => {
    const answer = await ask<Body>(method, address, body, { ...headers });
    if (answer.status >= 300) throw new Error(`${method} ${address}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const [prompt, runs, link] = await Promise.all([
    addPrompts(api),
    addRuns(origin, token),
    shareSession(api),
    addAccounts(api),
    addSends(api),
    addSessionsAndScripts(api),
  ]);
  const [category] = await api<{ id: number }[]>('GET', '/api/categories/active');
  const texts = await api<{ items: { id: number }[] }>('GET', '/api/admin/docs/list');
  const guides = await api<{ items: { slug: string }[] }>('GET', '/api/docs');
  const user = encodeURIComponent(ADMIN.email);
  return {
    '/saved-prompts/:id': `/saved-prompts/${prompt.id}`,
    '/shared/:token': new URL(link.Url).pathname,
    '/baiql/exec/:id': `/baiql/exec/${runs[0].executionId}`,
    '/baiql/runs/compare': `/baiql/runs/compare?a=${runs[0].executionId}&b=${runs[1].executionId}&rows=all`,
    '/admin/categories/:id': `/admin/categories/${String(category?.id)}`,
    '/admin/docs/:id': `/admin/docs/${String(texts.items[0]?.id)}`,
    '/admin/prices/history': '/admin/prices/history?provider=demo&model=demo',
    '/admin/usage': ['/admin/usage', `/admin/usage?user=${user}`],
    '/admin/billing': ['/admin/billing', `/admin/billing?user=${user}`],
    '/docs/learn/:slug': `/docs/learn/${String(guides.items[0]?.slug)}`,
    '/docs/:legal': ['/docs/terms', '/docs/privacy', '/docs/disclaimer'],
    '/authentication/:action': '/authentication/login',
    '/Identity/Account/*': '/Identity/Account/Login',
    '/*': '/something',
  };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function addAccounts(api: Api): Promise<void> {
  const domain = `a-rather-long-name-of-a-school-${'x'.repeat(20)}.example.org`;
  await api('POST', '/api/admin/test-drives', { first: 1, count: 30, domain });
}

/** A ledger of several pages. */
async function addSends(api: Api): Promise<void> {
  const send = { provider: 'demo', model: 'demo', prompt: 'Why are leaves green?', maxOutputTokens: 16 };
  for (const number of numbers(SENDS))
    await api('POST', '/api/ai/complete', send, { 'X-Idempotency-Key': `sweep-send-${String(number)}` });
}

async function addPrompts(api: Api): Promise<{ id: string }> {
  const prompt = {
    title: LONG_TITLE,
    content: `# For {name}\n\nExplain {topic} in ten sentences, with an example for each. ${UNBROKEN}`,
    description: 'Sentences for people who hear of it for the first time. '.repeat(4),
    tags: ['biology', 'the seventh grade of a comprehensive school', UNBROKEN.slice(0, 50)],
    folder: 'Lessons of the whole autumn term',
    isPublic: true,
  };
  for (const number of numbers(OTHERS))
    await api('POST', '/api/savedprompts', {
      ...prompt,
      title: `Prompt ${String(number)}`,
      isPublic: number % 2 === 0,
    });
  return api('POST', '/api/savedprompts', prompt);
}

async function addSessionsAndScripts(api: Api): Promise<void> {
  for (const number of numbers(OTHERS)) {
    const name = number === 0 ? LONG_TITLE : `Number ${String(number)}`;
    await api('POST', '/api/aiiosaves', { Title: name, IoText: 'You:\nHello', PromptText: 'Hello' });
    await api('POST', '/api/baiql/scripts', { name: name.slice(0, 100), content: SCRIPT });
  }
}

async function shareSession(api: Api): Promise<{ Url: string }> {
  const ThreadJson = JSON.stringify([
    { role: 'user', text: LONG_TITLE, label: 'You' },
    { role: 'ai', text: `## ${LONG_TITLE}\n\n| a | b |\n|-|-|\n| 1 | ${'x'.repeat(200)} |`, label: 'Demo' },
  ]);
  const { Id } = await api<{ Id: string }>('POST', '/api/aiiosaves', { Title: LONG_TITLE, ThreadJson });
  return api('POST', `/api/aiiosaves/${Id}/share`, {});
}

async function addRuns(origin: string, token: string): Promise<[RunView, RunView]> {
  await fileApi(origin, token).upload('/data/input/', { 'roster.csv': table(4) });
  const run = (script: string) => runApi(origin, token).run(script, { scriptName: LONG_TITLE.slice(0, 100) });
  return [await run(SCRIPT), await run(SCRIPT.replace('one thing', 'three things'))];
}
