import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEncodingDetector, decodeText, type DetectedText } from '../index.js';

function detect(bytes: Uint8Array, pieceBytes = bytes.length + 1): DetectedText {
  const detector = createEncodingDetector();
  for (let at = 0; at < bytes.length; at += pieceBytes) detector.push(bytes.subarray(at, at + pieceBytes));
  return detector.finish();
}

/** The bytes that an encoding's own decoder reads as the text; one or two to a character. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = {
    decode: (bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes, { stream: true }),
  };
  const bytesOf = new Map<string, number[]>();
  for (let first = 0xff; first >= 0; first -= 1) {
    for (let second = 0xff; second >= 0x40; second -= 1) {
      bytesOf.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    }
  }
  for (let byte = 0xff; byte >= 0; byte -= 1) bytesOf.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  return Buffer.from(Array.from(text).flatMap((character) => bytesOf.get(character) ?? []));
}

describe('the encoding of a text', () => {
  test.each([
    ['plain ASCII', Buffer.from('hello'), 'utf-8'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
    ['UTF-8', Buffer.from('naïve €😀'), 'utf-8'],
    ['Windows-1252', Buffer.from([0x93, 0x68, 0x69, 0x94, 0x20, 0x80]), 'windows-1252'],
    ['UTF-8 that is cut off', Buffer.from('naïve €').subarray(0, -1), 'utf-8'],
    ['one character that is cut off', Buffer.from('naive €').subarray(0, -1), 'windows-1252'],
    ['UTF-16 with a mark', Buffer.from('\ufeff漢字', 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', Buffer.from('hello é', 'utf16le'), 'utf-16le'],
    ['UTF-16 the other way round', Buffer.from('hello é', 'utf16le').swap16(), 'utf-16be'],
  ])('%s', (_, bytes, encoding) => {
    expect(detect(bytes)).toMatchObject({ kind: 'text', encoding });
  });

  // As the encoder of each gives them: Node itself can only decode.
  test.each([
    [
      'Polish',
      'windows-1250',
      'Uczniowie napisali bardzo dobre wypracowania o swoich wakacjach. Później poszli ćwiczyć różne słowa i książki.',
    ],
    [
      'Polish without rare letters',
      'windows-1250',
      'Zażółć gęślą jaźń. Pani Małgorzata mówiła, że wróci późno, bo musiała odebrać dzieci ze szkoły.',
    ],
    ['a few Polish names', 'windows-1250', 'Imię;Ocena\nŁukasz;5\nŻaneta;3\n'],
    ['Polish by the ISO standard', 'iso-8859-2', 'Imię;Miasto\nŚwiętosława;Łódź\nStanisław;Gdańsk\n'],
    ['two words of Polish by that standard', 'iso-8859-2', 'Łódź, żółw'],
    [
      'Czech with all its letters',
      'windows-1250',
      'Příliš žluťoučký kůň úpěl ďábelské ódy. Děti šly do školy a večer přišly pozdě domů.',
    ],
    [
      'Hungarian',
      'windows-1250',
      'Név;Város\nErzsébet Szőke;Győr\nJenő Fűzfa;Hódmezővásárhely\nÖdön Üveges;Pécs\n'.repeat(3),
    ],
    [
      'German of an old Mac',
      'macintosh',
      'Name;Straße\nJürgen Müller;Große Gasse\nBärbel Köhler;Marktplatz\n',
    ],
    [
      'several languages',
      'windows-1252',
      'Zoé;Åsa;Señor Muñoz;João;Jürgen;Søren;Jõgi\n“quoted” 20 m³, 5 °C – ½ price\n',
    ],
    ['Portuguese with signs', 'windows-1252', 'Nº;Ação;Preço\n1º;São João;£5 ± 2 €\n2ª;Coração;5 µm²\n'],
    ['Czech', 'windows-1250', 'Žáci napsali velmi dobré slohové práce o svých prázdninách a potom šli domů.'],
    ['Russian', 'windows-1251', 'Ученики написали очень хорошие сочинения о своих каникулах и пошли домой.'],
    [
      'a few Russian names',
      'windows-1251',
      'Имя;Город\nАнна;Москва\nПётр;Санкт-Петербург\nЕлена;Новосибирск\n',
    ],
    ['one Russian name', 'windows-1251', 'Екатерина'],
    ['a few Ukrainian names', 'windows-1251', "Ім'я;Місто\nОлена;Київ\nТарас;Львів\n"],
    ['a few Bulgarian names', 'windows-1251', 'Име;Град\nИван;София\nГергана;Пловдив\n'],
    ['a few Hebrew names', 'windows-1255', 'שם;עיר\nדוד;חיפה\nמרים;ירושלים\n'],
    [
      'Russian of Unix',
      'koi8-r',
      'Ученики написали очень хорошие сочинения о своих каникулах и пошли домой.',
    ],
    ['Russian of DOS', 'ibm866', 'Ученики написали очень хорошие сочинения о своих каникулах и пошли домой.'],
    ['a few Russian names of DOS', 'ibm866', 'Имя;Город\nАнна;Москва\nПётр;Казань\nЕлена;Новосибирск\n'],
    [
      'Russian of an old Mac',
      'x-mac-cyrillic',
      'Ученики написали очень хорошие сочинения о своих каникулах и пошли домой.',
    ],
    [
      'a few Russian names of an old Mac',
      'x-mac-cyrillic',
      'Имя;Город\nАнна;Москва\nПётр;Казань\nЕлена;Новосибирск\n',
    ],
    [
      'Ukrainian of Unix',
      'koi8-u',
      'Учні написали дуже добрі твори про свої канікули, а потім пішли додому й розповіли їх сім’ї.'.replace(
        '’',
        "'",
      ),
    ],
    [
      'a long Russian text of DOS',
      'ibm866',
      'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. '.repeat(
        4,
      ),
    ],
    [
      'a long Russian text of Unix in capitals',
      'koi8-r',
      'ВСЕ СЧАСТЛИВЫЕ СЕМЬИ ПОХОЖИ ДРУГ НА ДРУГА, КАЖДАЯ НЕСЧАСТЛИВАЯ СЕМЬЯ НЕСЧАСТЛИВА ПО-СВОЕМУ. '.repeat(
        4,
      ),
    ],
    [
      'a long Ukrainian text of Windows',
      'windows-1251',
      'Учні написали дуже добрі твори про свої канікули, а потім пішли додому й розповіли про них удома. '.repeat(
        3,
      ),
    ],
    [
      'a long Bulgarian text of Windows',
      'windows-1251',
      'Учениците написаха много хубави съчинения за ваканцията си и след това се прибраха вкъщи. '.repeat(3),
    ],
    [
      'a long Greek text',
      'windows-1253',
      'Οι μαθητές έγραψαν πολύ καλές εκθέσεις για τις διακοπές τους. '.repeat(5),
    ],
    ['a long Hebrew text', 'windows-1255', 'התלמידים כתבו חיבורים טובים מאוד על החופשה. '.repeat(6)],
    ['a long Thai text', 'windows-874', 'นักเรียนเขียนเรียงความดีมากเกี่ยวกับวันหยุดของพวกเขาแล้วกลับบ้าน '.repeat(5)],
    [
      'a long Korean text',
      'euc-kr',
      '학생들은 여름방학에 대해 아주 좋은 글을 쓰고 집으로 돌아갔습니다. '.repeat(5),
    ],
    [
      'a long French text in capitals',
      'windows-1252',
      'ÉLÈVES ET ÉCOLIERS ONT ÉCRIT À LEUR PÈRE DÈS L’ÉTÉ; LA RENTRÉE A ÉTÉ FÊTÉE À L’ÉCOLE. '.repeat(8),
    ],
    ['Greek', 'windows-1253', 'Οι μαθητές έγραψαν πολύ καλές εκθέσεις για τις διακοπές τους.'],
    ['Turkish', 'windows-1254', 'Öğrenciler tatilleri hakkında çok güzel yazılar yazdılar ve eve gittiler.'],
    ['Hebrew', 'windows-1255', 'התלמידים כתבו חיבורים טובים מאוד על החופשה.'],
    ['Japanese', 'shift_jis', '生徒たちは夏休みについてとても良い作文を書きました。'],
    ['German', 'windows-1252', 'Name;Straße;Ort\nJürgen Müller;Hauptstraße 5;München\n'],
    ['French', 'windows-1252', 'Élève;Prénom\nLefèvre;Zoé\nGarçon;François\n'],
    ['Spanish', 'windows-1252', 'José;Muñoz\nMaría;Ibáñez\nBegoña;Íñiguez\n'],
    ['Norwegian', 'windows-1252', 'På søndag går vi til stranden og bader i vannet før middagen er ferdig.'],
  ])('of an old file in %s is found', (_, encoding, text) => {
    const bytes = encoded(text, encoding);
    expect(detect(bytes)).toMatchObject({ kind: 'text', encoding });
    expect(decodeText(Buffer.concat([Buffer.from('id\n'), bytes]))).toBe(`id\n${text}`);
  });

  test('is not there in binary content', () => {
    expect(detect(Buffer.from([0, 1, 2, 3, 0, 0]))).toEqual({ kind: 'binary' });
    expect(detect(Buffer.from('odd\0'))).toEqual({ kind: 'binary' });
    expect(decodeText(Buffer.from('a\0\0\0b'))).toBeNull();
  });

  test('of a file that is cut off in a letter is that of the letters before it', () => {
    expect(decodeText(Buffer.from('Käthe Groß').subarray(0, -1))).toBe('Käthe Gro\ufffd');
  });

  test('is not asked about where its word shows it, or where all readings are the same', () => {
    const readings = (text: string) => {
      const found = detect(Buffer.from(text, 'latin1'), 3);
      return found.kind === 'text' ? (found.readings ?? []).map((each) => each.text.trim()) : null;
    };
    expect(readings('Essay by Dario Wei\xdf\n')).toEqual([]);
    expect(readings('Care for it \x96 not next year, but now.')).toEqual([]);
    expect(readings('Dario O\x92Brien')).toEqual([]);
  });

  test('does not depend on how the bytes come @soak', () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text, 'utf16le')),
      fc.uint8Array(),
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 5 }), (content, pieceBytes) => {
        expect(detect(content, pieceBytes)).toEqual(detect(content));
      }),
    );
  });

  test('gives every Unicode text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        // A zero character makes it binary; a mark at the beginning is not part of the text.
        const clean = text.replaceAll('\0', '').replace(/^\ufeff+/u, '');
        expect(decodeText(Buffer.from(clean))).toBe(clean);
        expect(decodeText(Buffer.from(`\ufeff${clean}`))).toBe(clean);
        expect(decodeText(Buffer.from(`\ufeff${clean}`, 'utf16le'))).toBe(clean);
      }),
    );
  });
});

describe('a text that two encodings read alike', () => {
  const german =
    'Schüler;Note;Bemerkung\nJürgen Müller;2;Schöne Lösung, größtenteils vollständig\nKäthe Groß;3;Überschrift fehlt\n';
  test.each([
    ['a short one', german],
    ['a long one', german.repeat(80)],
  ])('is called windows-1252: %s', (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(detect(bytes)).toMatchObject({ encoding: 'windows-1252' });
    expect(decodeText(bytes)).toBe(text);
  });

  test('but not one with Turkish letters', () => {
    const text = 'Öğrenci;Notu\nAyşe Yılmaz;5\nÇağla Şahin;4\nUğur Işık;3\nBarış Güneş;2\n'.repeat(40);
    expect(detect(encoded(text, 'windows-1254'))).toMatchObject({ encoding: 'windows-1254' });
  });
});
