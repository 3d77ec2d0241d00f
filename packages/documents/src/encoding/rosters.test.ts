import { describe, expect, it, test } from 'vitest';
import { encoded } from '../test-support/encode-text.js';
import { likelyReadings } from './readings.js';
import { decodeText, detectText } from './text-encoding.js';

// Rosters of five names, as they come out of Excel in eight countries. Names that the letters were learned from are not
// among the given ones, but for a few that every list of names has.

const ROSTERS: Readonly<Record<string, { header: string; given: string; family: string; joint: string }>> = {
  shift_jis: {
    header: '名前,点数',
    given: '海斗 颯太 陸 美優 七海 凛 楓 千尋 圭介 涼太 詩織 瑞穂 慎也 和也 美月 沙織 光 俊介 玲奈 亜美',
    family:
      '平田 河野 片山 本田 久保田 川上 大西 岩田 服部 関 菅原 西田 永井 大島 岡崎 小池 松下 荒木 早川 浅野',
    joint: ' ',
  },
  gb18030: {
    header: '姓名,分数',
    given:
      '志远 思远 海燕 丽华 春梅 国庆 卫东 晓明 雅琴 文静 永强 少华 佩珊 嘉怡 宏伟 立新 振宇 玉珍 美玲 学文',
    family: '王 李 张 刘 陈 孔 康 万 毛 常 武 乔 赖 龚 文 庞 樊 兰 殷 施',
    joint: '',
  },
  'windows-874': {
    header: 'ชื่อ,คะแนน',
    given:
      'กมล จารุวรรณ ชนะ ดวงใจ ธีรพงษ์ นิภา บุษบา ปัทมา พรทิพย์ ภูมิ มานะ ยุพา รัตนา ลัดดา วีระ สมศักดิ์ สุนทร อารี อุไร เกษม',
    family:
      'แสนสุข ทองคำ ศรีวิไล พรหมมา บุญช่วย สมบูรณ์ คำแก้ว วงษ์สุวรรณ เพชรรัตน์ ดีมาก อินทร์แก้ว นาคสุข ชูศรี มั่นคง พูลสวัสดิ์ ปานทอง จันทร์ดี ศิริวัฒน์ ทองสุข แก้วมณี',
    joint: ' ',
  },
  'windows-1257': {
    header: 'Vardas,Taškai',
    given:
      'Giedrė Žygimantas Šarūnė Audrius Neringa Gražina Česlovas Raimundas Jurgita Rasa Inga Sigitas Birutė Vilius Aušra Ramūnas Skirmantė Darius Kristina Aistė',
    family:
      'Navickas Žilinskaitė Pocius Rimkūnas Šeškevičius Gudaitė Mažeika Čepaitis Girdauskienė Kučinskas Baranauskaitė Savickis Lukošius Vyšniauskas Norkūnienė Tamošiūnas Bagdonas Mačiulis Dambrauskienė Vasiliauskaitė',
    joint: ' ',
  },
  'windows-1254': {
    header: 'Adı,Notu',
    given:
      'Gökhan Şule Yağmur Emine Çağla Uğur Nurgül Serkan Büşra Kübra Tolga Gizem Ömer Şeyma Halil Sevgi Aslı Özgür Tülay Ercan',
    family:
      'Başaran Eroğlu Çalışkan Yüksel Karabulut Işık Tekin Ateş Güngör Sağlam Bulut Demirtaş Korkmaz Aksoy Özkan Çiftçi Kurtuluş Akgül Şen Yavuz',
    joint: ' ',
  },
  'windows-1250': {
    header: 'Jméno,Body',
    given:
      'Přemysl Ludmila Zdeňka Luboš Miloš Květa Radomír Jiřina Oldřich Alžběta Bořivoj Daniela Čeněk Kamila Vladimír Žofie Dušan Monika Věra Libuše',
    family:
      'Kolář Navrátil Doležal Křížová Bláha Müllerová Šimek Urbánek Čapek Zemanová Konečný Malá Fiala Řezníček Tichý Havlíčková Bártová Matoušek Šebesta Vaněk',
    joint: ' ',
  },
  'windows-1251': {
    header: 'Имя,Баллы',
    given:
      'Кирилл Вера Борис Галина Тимофей Любовь Степан Зинаида Артём Полина Глеб Жанна Игорь Раиса Матвей Ульяна Эдуард Ксения Яков Вадим',
    family:
      'Зайцев Белова Щербаков Гусева Чернов Фролова Жуков Широкова Цветков Голубева Ершов Юдина Тарасов Панова Хохлов Быкова Дьячков Яковлева Рябов Мухина',
    joint: ' ',
  },
  'euc-kr': {
    header: '이름,점수',
    given:
      '가영 나래 다은 라희 소연 바다 보미 세진 주연 하늘 태민 종수 기범 두리 명수 상철 영재 우성 인호 정아',
    family: '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍',
    joint: '',
  },
};

function rostersOf({ header, given, family, joint }: (typeof ROSTERS)[string]): string[] {
  const [first, last] = [given.split(' '), family.split(' ')];
  return Array.from({ length: 20 }, (_, roster) => {
    const names = Array.from({ length: 5 }, (__, index) => {
      const one = first[(roster * 7 + index * 3) % first.length] ?? '';
      const other = last[(roster * 3 + index * 11) % last.length] ?? '';
      return /[\u3040-\u9fff\uac00-\ud7a3]/u.test(one) ? other + joint + one : one + joint + other;
    });
    return `${header}\n${names.map((name, index) => `${name},${10 + index}`).join('\n')}\n`;
  });
}

/** As a person meets them: the text alone, or several to choose from. */
function readingsOf(bytes: Uint8Array): readonly { text: string | null }[] {
  const found = detectText(bytes);
  return (found.kind === 'text' ? found.readings : undefined) ?? [{ text: decodeText(bytes) }];
}

describe('a table of many names', () => {
  test.each(Object.entries(ROSTERS))('is read right or asked about: %s', (encoding, roster) => {
    for (const text of [rostersOf(roster).join(''), rostersOf(roster).slice(0, 8).join('').repeat(5)]) {
      const bytes = encoded(text, encoding);
      const found = detectText(bytes);
      const isAsked = found.kind === 'text' && (found.readings ?? []).length > 1;
      if (!isAsked) expect(decodeText(bytes)).toBe(text);
    }
  });
});

describe('prose in Western European languages', () => {
  test.each([
    [
      'German',
      'Die Mängelrüge wurde fristgemäß übermittelt. Für größere Lieferungen gilt §5; außerdem müssen Gebühren von 20£ gezahlt werden.\n',
    ],
    [
      'French',
      'L’élève a présenté son exposé à l’école, où il a été très apprécié. Ça dépend de la qualité, « n’est-ce pas », dès août.\n',
    ],
    [
      'Spanish',
      '¿Qué pasó ayer? El niño comió una piña y después salió corriendo. ¡Qué lástima! 3ª edición, 2º piso, España.\n',
    ],
    ['Portuguese', 'A avaliação não está concluída. As ações começarão amanhã; você não verá alterações.\n'],
    [
      'Swedish',
      'Det här är en mycket bra lösning för våra användare. Åtgärder måste vidtas före årets slut.\n',
    ],
    ['Icelandic', 'Það er góð lausn fyrir notendur. Börnin fóru út að leika sér í snjónum.\n'],
    ['Italian', 'È già così: perché la città è più bella? Però non può essere vero, né giusto. Lunedì.\n'],
  ])('is read right or asked about, however long: %s', (_, line) => {
    for (const times of [1, 5, 60]) {
      const readings = readingsOf(encoded(line.repeat(times), 'windows-1252'));
      if (readings.length < 2 || times === 60) expect(readings[0]?.text).toBe(line.repeat(times));
    }
  });
});

describe('five names of an old Excel', () => {
  const outcomes = Object.entries(ROSTERS).flatMap(([encoding, roster]) =>
    rostersOf(roster).map((text) => ({ encoding, text, readings: readingsOf(encoded(text, encoding)) })),
  );
  const isRight = ({ text, readings }: (typeof outcomes)[number]): boolean => readings[0]?.text === text;
  const isAsked = ({ readings }: (typeof outcomes)[number]): boolean => readings.length !== 1;

  it('are never read wrong without being asked about', () => {
    expect(outcomes.filter((outcome) => !isAsked(outcome) && !isRight(outcome))).toEqual([]);
  });

  it('are read right unasked in most cases, and the right reading is among those that are offered', () => {
    expect(outcomes).toHaveLength(160);
    const unasked = outcomes.filter((outcome) => !isAsked(outcome) && isRight(outcome));
    expect(unasked.length).toBeGreaterThanOrEqual(120);
    const offered = outcomes.filter(({ text, readings }) =>
      readings.some((reading) => reading.text === text),
    );
    expect(offered.length).toBeGreaterThanOrEqual(158);
  });

  it('say nothing of plain letters', () => {
    expect(likelyReadings(Buffer.from('Name\nAnn\n'))).toEqual([]);
  });
});
