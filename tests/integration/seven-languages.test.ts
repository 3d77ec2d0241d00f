import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findTimezones } from '../../app/features/preferences/timezones';
import { serve } from '../support/api-keys';
import { testServices, type TestServices } from '../support/services';

/** What somebody types as their language has it, and what it means. */
interface Walk {
  firstName: string;
  /** Typed, and the zone that it finds. */
  zone: [typed: string, zone: string];
  title: string;
  /** Each finds the prompt. */
  searches: string[];
  tag: string;
  /** The same tag in another spelling. */
  tagAgain: string;
  content: string;
  values: Record<string, string>;
  filled: string;
  /** Comparisons that hold. */
  holds: string[];
  /** Comparisons that don't. */
  fails: string[];
}

const WALKS: Record<string, Walk> = {
  'es-MX': {
    firstName: 'José Ángel',
    zone: ['ciudad de mexico', 'America/Mexico_City'],
    title: 'Rúbrica de evaluación: Educación Física',
    searches: ['rubrica', 'EVALUACION', 'educación fisica'],
    tag: 'Niños',
    tagAgain: 'NIÑOS',
    content: 'Escribe a {{nombre del niño}} sobre {{tema=la célula}}.',
    values: { 'nombre del niño': 'Íñigo' },
    filled: 'Escribe a Íñigo sobre la célula.',
    holds: ['"EDUCACIÓN" = "educación"', '"1,234.50" > 1000'],
    fails: ['"papa" = "papá"'],
  },
  'ar-EG': {
    firstName: 'مُحَمَّد',
    zone: ['القاهرة', 'Africa/Cairo'],
    title: 'خطة درس عن أحمد شوقي',
    searches: ['احمد', 'خطّة درس', 'شوقى'],
    tag: 'مدرسة',
    tagAgain: 'مَدْرَسَة',
    content: 'اكتب إلى {{الاسم}} عن {{الموضوع=الشعر}}.',
    values: { الاسم: 'فاطمة' },
    filled: 'اكتب إلى فاطمة عن الشعر.',
    holds: ['"مُحَمَّد" = "محمد"', '"٨٥" > 50', '"١٬٢٣٤٫٥" > 1000'],
    fails: ['"٨٥" < 50'],
  },
  'ja-JP': {
    firstName: '𠮷野家',
    zone: ['東京', 'Asia/Tokyo'],
    title: 'ﾃｽﾄの採点基準',
    searches: ['テスト', '採点', 'てすと'],
    tag: '国語',
    tagAgain: '国語',
    content: '{{名前}}さんへ、{{点数:number=８５}}点でした。',
    values: { 名前: 'さくら' },
    filled: 'さくらさんへ、８５点でした。',
    holds: ['"８５" > 50', '"ｶﾞｯｺｳ" = "ガッコウ"', '"ＡＢＣ" = "abc"'],
    fails: ['"ハハ" = "パパ"'],
  },
  'de-DE': {
    firstName: 'Jürgen',
    zone: ['münchen', 'Europe/Berlin'],
    title: 'Straßenverkehr für die Grundschule',
    searches: ['strasse', 'fuer', 'GRUNDSCHULE'],
    tag: 'Straße',
    tagAgain: 'STRASSE',
    content: 'Schreibe an {{Größe}}, {{Anrede:select(Frau, Herr)=Frau}}.',
    values: { Größe: '1,80' },
    filled: 'Schreibe an 1,80, Frau.',
    holds: ['"STRASSE" = "Straße"', '"1.234,50" > 1000', '"12,5" < 13'],
    fails: ['"schon" = "schön"'],
  },
  'tr-TR': {
    firstName: 'Işıl',
    zone: ['istanbul', 'Europe/Istanbul'],
    title: 'İngilizce sınavı için yazılı',
    searches: ['ingilizce', 'SINAVI', 'yazili'],
    tag: 'Diyarbakır',
    tagAgain: 'DİYARBAKIR',
    content: '{{öğrenci}} için {{ders=İngilizce}} notu.',
    values: { öğrenci: 'Işıl' },
    filled: 'Işıl için İngilizce notu.',
    holds: ['"İNGİLİZCE" = "ingilizce"', '"Işıl" = "ışıl"', '"1.234,5" > 1000'],
    fails: ['"sut" = "süt"'],
  },
  'hi-IN': {
    firstName: 'श्री',
    zone: ['kolkata', 'Asia/Kolkata'],
    title: 'हिंदी निबंध की जाँच',
    searches: ['हिन्दी', 'निबन्ध', 'जाँच'],
    tag: 'कक्षा',
    tagAgain: 'कक्षा',
    content: '{{नाम}} को {{अंक:number=८५}} अंक मिले।',
    values: { नाम: 'नीता' },
    filled: 'नीता को ८५ अंक मिले।',
    holds: ['"८५" > 50', '"1,25,000" > 100000'],
    fails: ['"1,25,000" < 125'],
  },
  'fr-CA': {
    firstName: 'Zoé',
    zone: ['montréal', 'America/Toronto'],
    title: 'Œuvre d’été : « L’élève »',
    searches: ['oeuvre', 'l eleve', "d'ete"],
    tag: 'Français',
    tagAgain: 'FRANÇAIS',
    content: 'Écris à {{pre\u0301nom}} sur {{thème=l’hiver}}.',
    values: { prénom: 'Anaïs' },
    filled: 'Écris à Anaïs sur l’hiver.',
    holds: ['"1\u00a0234,50" > 1000', '"1\u202f234,5" > 1000', '"ÉTÉ" = "été"'],
    fails: ['"ete" = "été"'],
  },
};

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

interface Prompts {
  total: number;
}
interface Run {
  executionId: string;
  status: string;
}

describe.each(Object.entries(WALKS))('somebody who writes %s', (language, walk) => {
  const begin = async () => {
    const { token, actor } = await services.signUp({ roles: ['paiduser'], firstName: walk.firstName });
    const call = async <Body>(method: string, path: string, body?: unknown) => {
      const { status, body: answer } = await serve<Body>(services, token, method, path, body);
      expect({ path, status, answer }).toMatchObject({
        path,
        status: expect.toBeOneOf([200, 201, 202]) as number,
      });
      return answer;
    };
    return { actor, call };
  };

  it('saves a prompt, and finds it by words and tags in another spelling', async () => {
    const { call } = await begin();
    const { title, content, tag, tagAgain } = walk;
    await call('POST', '/api/savedprompts', { title, content, tags: [tag] });
    await call('POST', '/api/savedprompts', { title: 'Another', content: 'Another', tags: [] });
    for (const query of [...walk.searches.map((text) => ({ search: text })), { tag }, { tag: tagAgain }]) {
      const address = `/api/savedprompts/my-prompts?${new URLSearchParams(query).toString()}`;
      const found = await call<Prompts>('GET', address);
      expect({ language, query, total: found.total }).toEqual({ language, query, total: 1 });
    }
  });

  it('fills in variables under their own names', async () => {
    const { call } = await begin();
    const { title, content, values, filled } = walk;
    const { id } = await call<{ id: string }>('POST', '/api/savedprompts', { title, content });
    const rendered = await call<{ text: string }>('POST', `/api/savedprompts/${id}/render`, { values });
    expect(rendered.text.normalize('NFC')).toBe(filled);
  });

  it('compares texts and numbers in a script, whose log has the time of their zone', async () => {
    const { call } = await begin();
    const [typed, zone] = walk.zone;
    expect(findTimezones(typed)[0]?.id).toBe(zone);
    await call('POST', '/api/userpreferences', { PreferredTimezone: zone });
    const lines = [...walk.holds, ...walk.fails].flatMap((condition, index) => {
      const [left = '', operator = '', ...right] = condition.split(/ (=|>|<) /);
      const name = `V${String(index)}`;
      return [
        `SET ${name} = ${left}`,
        `IF ${name} ${operator} ${right.join(' ')}`,
        `WRITE_LOG "holds ${String(index)}"`,
        'END_IF',
      ];
    });
    const { executionId } = await call<Run>('POST', '/api/baiql/execute', {
      scriptContent: lines.join('\n'),
      mode: 'EXECUTE',
    });
    await vi.waitFor(async () => {
      const { status } = await call<Run>('GET', `/api/baiql/execute/${executionId}`);
      expect(status).toBe('completed');
    });
    const { logs, lines: logged } = await call<{ logs: string[]; lines: { at: string }[] }>(
      'GET',
      `/api/baiql/execute/${executionId}/logs`,
    );
    const told = logs
      .filter((line) => line.includes(' holds '))
      .map((line) => Number(/\d+$/.exec(line)?.[0]));
    expect(told).toEqual(walk.holds.map((_, index) => index));
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
    expect(logs.map((line) => line.slice(0, 'hh:mm:ss'.length))).toEqual(
      logged.map(({ at }) => clock.format(new Date(at))),
    );
  });
});
