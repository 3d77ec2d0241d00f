import { describe, expect, it } from 'vitest';
import { ROLES } from '~/core/shared/permissions';
import { PAGE_ICONS } from './command-option';
import { listCommands, matchCommands } from './commands';
import { destinationsFor, type ShellUser } from './destinations';

const person: ShellUser = { firstName: 'Maria', roles: ['paiduser'] };
const labels = (user: ShellUser) => listCommands(user).map(({ label }) => label);

describe('the header', () => {
  it('shows visitors the open pages only', () => {
    expect(destinationsFor(null, 'header').map(({ label }) => label)).not.toContain('AI');
    expect(destinationsFor(null, 'header').map(({ label }) => label)).toContain('App Info');
  });

  it('begins with AI for people who are signed in', () => {
    expect(destinationsFor(person, 'header')[0]).toMatchObject({ to: '/ai', label: 'AI' });
  });
});

describe('the command palette', () => {
  it('lists what one may open, and nothing else', () => {
    expect(labels(null)).toContain('Login');
    expect(labels(null)).not.toContain('AI');
    expect(labels(null)).not.toContain('Logout');
    expect(labels(person)).toEqual(expect.arrayContaining(['AI', 'Pricing', 'Logout', 'Theme: Dark']));
    expect(labels(person)).not.toContain('Login');
  });

  it('has a picture for every page', () => {
    const pages = [...listCommands(null), ...listCommands({ firstName: '', roles: [...ROLES] })].flatMap(
      (command) => (command.kind === 'page' ? [command.to] : []),
    );
    expect(pages.filter((page) => PAGE_ICONS[page] === undefined)).toEqual([]);
  });

  it('begins with the pages used last, in that order, and ends with the sample pages', () => {
    const commands = listCommands(person, ['/account', '/no-such-page', '/ai']);
    expect(commands.slice(0, 2)).toMatchObject([
      { label: 'Account', group: 'Recent' },
      { label: 'AI', group: 'Recent' },
    ]);
    expect(commands.slice(2).map(({ label }) => label)).not.toContain('AI');
    expect(commands.slice(-2).map(({ group }) => group)).toEqual(['Sample pages', 'Sample pages']);
  });

  it('has a key of its own for every command', () => {
    const keys = listCommands(person).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['pri', 'Pricing'],
    ['PLANS', 'Pricing'],
    ['/ai', 'AI'],
    ['playground', 'AI'],
    ['dark', 'Theme: Dark'],
    ['sign out', 'Logout'],
  ])('finds by "%s" first %s', (query, label) => {
    expect(matchCommands(listCommands(person), query)[0]?.label).toBe(label);
  });

  it('finds nothing where nothing fits', () => {
    expect(matchCommands(listCommands(person), 'xyzzy')).toEqual([]);
  });
});
