import { expect, it } from 'vitest';
import { splitList } from './index.js';

it.each([
  ['a, b;c', ['a', 'b', 'c']],
  ['詩、小説，随筆；歌', ['詩', '小説', '随筆', '歌']],
  ['شعر، نثر؛ قصة', ['شعر', 'نثر', 'قصة']],
  ['one\r\ntwo\n\n three ', ['one', 'two', 'three']],
  [' , ;', []],
])('splits %j', (text, entries) => expect(splitList(text)).toEqual(entries));
