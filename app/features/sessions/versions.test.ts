import { describe, expect, it } from 'vitest';
import { linksOfVersion, selectShown, type LinkedTurn } from './versions';

const turn = (key: string, links: Partial<LinkedTurn> = {}): LinkedTurn => ({ key, ...links });
const shownOf = (turns: readonly LinkedTurn[], chosen: Record<string, string> = {}) =>
  selectShown(turns, chosen).turns.map(({ key }) => key);

// A chat: b follows a; a was sent again as a2, which c follows.
const a = turn('a');
const b = turn('b', { follows: 'a' });
const a2 = turn('a2', linksOfVersion(a));
const c = turn('c', { follows: 'a2' });
const chat = [c, a2, b, a];

describe('a message that was sent again', () => {
  it('shows its newest version in its own place, with what was sent after it', () => {
    expect(shownOf(chat)).toEqual(['c', 'a2']);
    expect(shownOf([a2, b, a])).toEqual(['a2']);
  });

  it('says which of how many versions it is, and leads to the others', () => {
    expect(selectShown(chat, {}).places.get('a2')).toEqual({
      first: 'a',
      number: 2,
      count: 2,
      previous: 'a',
      next: undefined,
    });
    expect(selectShown([b, a], {}).places.size).toBe(0);
  });

  it('goes back to its earlier version, with what was sent after that', () => {
    expect(shownOf(chat, { a: 'a' })).toEqual(['b', 'a']);
  });

  it('keeps to the version that was gone on with, also after a reload', () => {
    expect(shownOf([turn('d', { follows: 'b' }), ...chat])).toEqual(['d', 'b', 'a']);
  });

  it('hides nothing that was sent on its own, as in Work mode', () => {
    expect(shownOf([a2, turn('x'), a])).toEqual(['x', 'a2']);
  });

  it('may have several versions in each of its branches', () => {
    const c2 = turn('c2', linksOfVersion(c));
    const b2 = turn('b2', linksOfVersion(b));
    const all = [b2, c2, ...chat];
    expect(shownOf(all)).toEqual(['b2', 'a']);
    expect(shownOf(all, { b: 'b' })).toEqual(['b', 'a']);
    expect(shownOf(all, { a: 'a2' })).toEqual(['c2', 'a2']);
  });

  it('is shown whichever of its versions are removed, or are on a page that isn’t loaded', () => {
    expect(shownOf([c, b, a])).toEqual(['c', 'b', 'a']);
    expect(shownOf([c, a2])).toEqual(['c', 'a2']);
  });
});
