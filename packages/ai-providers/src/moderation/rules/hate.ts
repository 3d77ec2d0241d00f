import type { Rule } from './rule.js';

const SPEECH = ['quoted', 'reported', 'negated', 'fiction', 'protective'] as const;

export const HATE_RULES: readonly Rule[] = [
  {
    category: 'hate',
    note: 'a call for violence against a group of people',
    contexts: SPEECH,
    unless: 'album song movie',
    frames: {
      '0.95': [
        '^ @exterminate the|all|every|these|those ..1 {group}',
        '{group} should|must|ought|need|have|deserve ..2 be ..1 @killed',
        '{group} should|must|ought ..1 die',
        '{group} deserve to die|suffer|burn',
        'let|lets us ..1 @exterminate {the} {group}',
        'we|everyone|everybody|you should|must|need|have ..1 @exterminate {the} {group}',
        'time to ..1 @exterminate {the} {group}',
        'shoot|hang|burn|drown all|every|these|those ..1 jews|muslims|immigrants|migrants|refugees|foreigners|gays|lesbians|homosexuals|gypsies',
        'death to {the} {group}',
        'i|we {intent} ..1 @exterminate {the} {group}',
        'tod den|allen {group}',
        '{group} gehoren|mussen ..3 vergast|getotet|erschossen|vernichtet|ausgerottet|weg',
        'muerte|morte|mort a|aos|agli|ai|alle|aux {the} {group}',
        'mata|maten|matad|matemos a ..2 {group}',
        'tuez|tuons|gazez|exterminons|brulez|brulons {the} {group}',
        'dood aan {the} {group}',
      ],
    },
  },
  {
    category: 'hate',
    note: 'contempt for a group of people',
    contexts: SPEECH,
    frames: {
      '0.85': [
        '{group} are|sind|son|sont|sao|sono|zijn ..1 @vermin',
        '{group} sont de la vermine|racaille',
        'all {group} are ..1 @badNames|@vermin',
        'i|we ..1 hate|despise|detest ..1 all ..1 {group}',
        'i|we ..1 hate|despise|detest {group}',
        'ich|wir hasse|hassen|verabscheue {the} {group}',
        'odio|odiamos|odeio a|los|las|os|as|gli|i|le|todos|todas|tutti ..2 {group}',
        'hais|deteste|haissons {the} {group}',
      ],
      '0.65': [
        '{group} are ..1 @badNames',
        'go back to your ..1 country',
        'get rid of {the} {group}',
        'no {group} allowed',
        '{group} raus',
      ],
    },
  },
  {
    category: 'hate',
    note: 'harassment of somebody',
    contexts: SPEECH,
    frames: {
      '0.85': [
        'nobody|noone would|will ..1 miss you',
        'no one would|will ..1 miss you',
        'world would be ..2 better ..2 without you',
        'everyone|everybody would be better off without you',
        'you deserve to ..1 die|suffer|rot',
        'i hope you ..1 die|suffer|rot|burn',
        'i hope you get cancer|raped|killed',
      ],
      '0.5': [
        'you are ..2 @insult $',
        'you are ..1 @insult and ..2 @insult',
        'you stupid|worthless|pathetic|ugly ..1 @insult',
      ],
    },
  },
  {
    category: 'hate',
    note: 'harassment of somebody',
    contexts: ['quoted', 'reported', 'fiction'],
    frames: { '0.85': ['you do not deserve to live', 'nobody|noone likes you ..2 die'] },
  },
];
