import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../tests/support/services';
import { savedPrompts } from '../../../tests/support/saved-prompts';

/** Prompts by title, with what else they say, and searches that a user of that language would type for them. */
const LANGUAGES: readonly (readonly [
  title: string,
  content: string,
  tags: readonly string[],
  searches: string,
])[] = [
  [
    'Planificación de la lección de español',
    'Escribe un plan para niños de año escolar 3, con canción y acción. Fecha: 12 de junio.',
    ['Educación', 'Niños'],
    'planificacion|leccion|lección|ESPAÑOL|espanol|ninos|educacion|cancion accion|lecc|escolar plan|año|junio',
  ],
  [
    'رسالة إلى العميل مُحَمَّد',
    'اكتب رسالة مهذبة عن تأخر الطلب رقم ٢٠٢٦ إلى مدرسة أحمد في القاهرة',
    ['أعمال', 'خدمة العملاء'],
    'محمد|رساله|الى|عميل|اكتب|تاخر|2026|٢٠٢٦|مدرسه|احمد|أحمد|قاهره|اعمال|خدمة عملاء',
  ],
  [
    '会議の議事録をまとめる',
    '東京都庁の打ち合わせのメモから、ﾌﾟﾛｼﾞｪｸﾄの決定事項を３つ書き出してください。さくらチーム。',
    ['ビジネス', '要約'],
    '会議|議事録|録|東京|都庁|京都|プロジェクト|ぷろじぇくと|決定 事項|3|サクラ|さくら|ビジネス|要約|まとめ',
  ],
  [
    'Größe und Maße für die Straße berechnen',
    'Schreibe eine Übung zur Nachhaltigkeit für Schüler. Müller, Weiß und Jörg rechnen.',
    ['Mathematik', 'Übung'],
    'groesse|Grösse|masse|strasse|STRASSE|uebung|übung|nachhaltig|haltigkeit|schueler|mueller|muller|weiss|joerg|math',
  ],
  [
    'İngilizce dersi için ILIK çay tarifi',
    'Işıl ve İbrahim için kısa bir diyalog yaz. Şehir: Iğdır. Öğrenci sayısı: 12',
    ['EĞİTİM'],
    'ingilizce|INGILIZCE|İNGİLİZCE|ılık|ilik|ışıl|isil|IŞIL|ibrahim|İBRAHİM|iğdır|ogrenci|eğitim|egitim',
  ],
  [
    'हिन्दी कविता का अनुवाद',
    'बच्चों के लिए चाँद पर एक कविता लिखो, पंक्ति १२, शब्द ५००।',
    ['शिक्षा'],
    'हिंदी|हिन्दी|कविता|कवि|अनुवाद|चांद|चाँद|बच्चों|12|500|पन्क्ति|शिक्षा',
  ],
  [
    'Résumé de l’œuvre d’été',
    'Écris un résumé à propos du cœur de Québec, « l’hôtel » et la forêt. Prix : 12,50 $',
    ['Littérature'],
    "resume|RÉSUMÉ|l'oeuvre|oeuvre|œuvre|d'ete|été|ecris|coeur|quebec|hotel|foret|litterature",
  ],
];

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());
const { author, save, own, community } = savedPrompts(() => services);

const searches = LANGUAGES.flatMap(([title, , , list]) =>
  list.split('|').map((search) => [search, title] as const),
);

it('finds prompts of seven languages by what their users type @soak', async () => {
  const actor = await author();
  for (const [title, content, tags] of LANGUAGES)
    await save(actor, { title, content, tags: [...tags], isPublic: true });
  const missed: string[] = [];
  for (const [search, title] of searches) {
    const found = await own(actor, { search });
    if (!found.includes(title)) missed.push(search);
    expect(await community(actor, { search })).toEqual(found);
  }
  expect(searches.length).toBeGreaterThanOrEqual(83);
  // न् is not the nasal of क: this spelling is a mistake.
  expect(missed).toEqual(['पन्क्ति']);
});

it('finds what is tagged and filed alike, however it is written', async () => {
  const actor = await author();
  await save(actor, { title: 'One', tags: ['Straße'], folder: 'İşler' });
  await save(actor, { title: 'Two', tags: ['STRASSE'], folder: 'işler' });
  await save(actor, { title: 'Three', tags: ['Strase'], folder: 'isler' });
  expect((await own(actor, { tag: 'strasse' })).sort()).toEqual(['One', 'Two']);
  expect((await own(actor, { folder: 'İŞLER' })).sort()).toEqual(['One', 'Two']);
});

it.each([
  ['a lone surrogate', '\ud842'],
  ['thousands of marks on a letter', `e${'\u0323'.repeat(150)}`],
  ['an override', '\u202eabc'],
  ['nothing but signs', '“…”'],
  ['query syntax', 'NEAR("a" b) OR * ^ -'],
])('takes %s for a search without a fault', async (_, search) => {
  const actor = await author();
  await save(actor, { title: 'Any' });
  expect(await own(actor, { search })).toEqual([]);
});
