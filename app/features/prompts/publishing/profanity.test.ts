import { describe, expect, it } from 'vitest';
import { isProfane } from './profanity.server';

const INNOCENT = [
  'Write a sex education lesson for grade 8 about puberty, the penis and the vagina',
  'Discuss Moby-Dick and the whale as a symbol',
  'Plan a walk from Penistone to Scunthorpe',
  'A recipe with shiitake and cocktail tomatoes, for an assassin in a class on Essex',
  'Reduce el Analfabetismo en Río Negro',
  'El infierno de Dante, el martillo y la concha del mar',
  'Der Dickdarm und der dicke Hund im Cockpit',
  'Ein Aufsatz über Kuttern und Wanken im Fahrplan',
  'Rewrite the speech of Sheila Dikshit',
  'Fukushima から東京へのバスの時間',
  'Une bitte d’amarrage, un couple, le con­cept et la bouillabaisse',
  'Uma cerveja, um pau-brasil e o pinto da galinha',
  'De kater uit de pot, de klok en het gat in de dijk',
  'Ett kapitel om fantasi och skiten',
  'A fan of skits, at what hour? ¿A qué hora? La guerra de Troya, Troia, Troie; an acorn, een eikel; Nick نيك',
  'クラス全員のための理科の授業案',
  '写一封关于操作系统的信',
  '시발점에서 종점까지',
  'A b c d: what do these letters stand for? I. e. the U. S. A.',
];

const PROFANE = [
  'f u c k you',
  'F.U.C.K this',
  'what the fuuuuck is soup',
  'Explain this motherfucking bullshit',
  'merde, encore un courriel',
  'Das ist scheiße und ein Scheißjob',
  'hijo de puta madre',
  'puta madre',
  'che cazzo vuoi',
  'vai tomar no cu, porra',
  'godverdomme, klootzak',
  'это пиздец',
  'تعال يا شرموطة',
  'साला चूतिया है',
  'kya chutiya hai',
  'このクソ野郎',
  '你这个傻逼',
  '야 이 개새끼야',
  'm e r d e',
];

describe('language that is not published unseen', () => {
  it.each(INNOCENT)('is not in: %s', (content) => {
    expect(isProfane({ title: 'A prompt', content })).toBe(false);
  });

  it.each(PROFANE)('is in: %s', (content) => {
    expect(isProfane({ title: 'A prompt', content })).toBe(true);
  });

  it('is found at any place of a long prompt', () => {
    const content = `${'Plain words. '.repeat(7_000)}What the fuck?${' More words.'.repeat(500)}`;
    expect(isProfane({ title: 'Long', content })).toBe(true);
  });
});
