import type { Finding } from '../contract.js';
import type { Words } from './read-words.js';

/**
 * Slurs against groups of people, as hashes: nobody who reads this file has to read them. To add one, add
 * `hashWord` of the folded word (lower case, no accents), and of its plural.
 */
const SLURS: ReadonlySet<number> = new Set<number>([
  0x029f2bf9, 0x06d6111e, 0x073fa6f7, 0x13b9aeb4, 0x1414e96a, 0x17760eaa, 0x1d4cd8df, 0x1fd46c27, 0x258a7caf,
  0x271bd75d, 0x2ef6335b, 0x2f113807, 0x36c9c3b0, 0x376449b2, 0x37c91463, 0x3b644ffe, 0x3bc49984, 0x3f61dc3a,
  0x493fe90f, 0x4940029f, 0x4cef8837, 0x4eb29414, 0x5cbc4498, 0x5cc84c7a, 0x66d1a498, 0x6cd5e87b, 0x73be187b,
  0x73d889a4, 0x75a4f86f, 0x7613a41b, 0x7a01bbd6, 0x7be1c03d, 0x7c9ae63f, 0x824e0807, 0x853febae, 0x86ab6bc6,
  0x871a4538, 0x87de3fa6, 0x883eef41, 0x8e67bc1d, 0x91b887d3, 0x955b3ec5, 0x9950ab5d, 0x9b4da12a, 0xa0a04ce7,
  0xa4705559, 0xa9812cb0, 0xa992c84e, 0xb1f8089d, 0xb547087b, 0xb5eaf25b, 0xb99bf986, 0xbb7973ea, 0xbd12d891,
  0xc86be502, 0xcad1a9a6, 0xcb0fdfdb, 0xd0a80e1a, 0xd3e83b28, 0xd4a3b882, 0xd83bad55, 0xd9eb56dd, 0xdbaaaa0e,
  0xdc08ae09, 0xdc3f519e, 0xdc954f32, 0xe147a842, 0xe18eaf4b, 0xe5e75ada, 0xea86b5f6, 0xef08753c, 0xf3d231f7,
  0xf6a4b84e, 0xf729446a, 0xf9603045, 0xfd84968f,
]);

/** Close before a slur, these turn it on somebody. */
const AIMING = new Set(
  `you your all these those filthy dirty stupid fucking damn kill hate are ugly lousy gas every du ihr dreckige dreckiger
   scheiss alle eres son todos sucio sale tous es sei siete tutti sporco voce`.split(/\s+/),
);
const AIM_REACH = 3;

const MENTIONED: Finding = { score: 0.3, note: 'a slur is mentioned' };
const AIMED: Finding = { score: 0.85, note: 'a slur against somebody' };
const AIMED_IN_QUOTES: Finding = { score: 0.35, note: 'a slur in a quotation' };

/** A slur that is aimed at somebody; a mere mention, as in a novel or a study of language, weighs little. */
export function findSlurs({ texts, quoted }: Words): Finding | undefined {
  let found: Finding | undefined;
  for (let at = 0; at < texts.length; at += 1) {
    const word = texts[at] ?? '';
    if (!isSlur(word)) continue;
    const before = texts.slice(Math.max(0, at - AIM_REACH), at);
    const isAimed = before.some((each) => AIMING.has(each));
    const finding = !isAimed ? MENTIONED : quoted[at] ? AIMED_IN_QUOTES : AIMED;
    if (found === undefined || finding.score > found.score) found = finding;
  }
  return found;
}

export const isSlur = (word: string): boolean => word.length > 2 && SLURS.has(hashWord(word));

/** FNV-1a, 32 bits, of the word's UTF-16 units. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
