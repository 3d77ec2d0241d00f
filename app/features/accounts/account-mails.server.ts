import type { Mail } from '~/integrations/mail/index.server';

interface Addressee {
  firstName: string;
  lastName: string;
  email: string;
}

const to = (person: Addressee): Mail['to'] => ({
  name: `${person.firstName} ${person.lastName}`.trim(),
  address: person.email,
});

const letter = (person: Addressee, paragraphs: readonly string[]): string =>
  [`Hello ${person.firstName || 'there'},`, ...paragraphs, 'Promptwell'].join('\n\n') + '\n';

export function confirmationMail(person: Addressee, link: string): Mail {
  return {
    to: to(person),
    subject: 'Confirm your e-mail address',
    text: letter(person, [
      'Please confirm that this address is yours by opening this link. It works once, for one day:',
      link,
      'If you did not create an account, you can ignore this mail.',
    ]),
  };
}

export function alreadyRegisteredMail(person: Addressee, resetLink: string): Mail {
  return {
    to: to(person),
    subject: 'You already have an account',
    text: letter(person, [
      'Somebody, probably you, tried to create an account with this address. There is one already, and it was not changed.',
      'To sign in, use your password. If you do not remember it, this link lets you choose a new one. It works once, for one hour:',
      resetLink,
      'If it was not you, you need not do anything.',
    ]),
  };
}

export function passwordResetMail(person: Addressee, link: string): Mail {
  return {
    to: to(person),
    subject: 'Choose a new password',
    text: letter(person, [
      'Open this link to choose a new password. It works once, for one hour:',
      link,
      'If you did not ask for it, you can ignore this mail: your password stays as it is.',
    ]),
  };
}

export function passwordChangedMail(person: Addressee, forgotLink: string): Mail {
  return {
    to: to(person),
    subject: 'Your password was changed',
    text: letter(person, [
      'The password of your account was just changed, and all other browsers and scripts were signed out.',
      `If it was not you, choose a new one at once: ${forgotLink}`,
    ]),
  };
}
