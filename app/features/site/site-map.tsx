import { Link } from '@remix-run/react';
import { siteMapFor, type ShellUser } from '~/features/shell';

/** Descriptions of pages by URL. */
export const PAGE_TEXTS: Readonly<Record<string, string>> = {
  '/ai': 'Write a prompt, see what it can cost, and read the reply as it arrives.',
  '/baiql': 'Scripts that run a prompt over many files or the rows of a table.',
  '/app-info': 'This page: billing, your data and keyboard shortcuts.',
  '/docs': 'Answers to common questions, guides, and references for BAIQL and the API.',
  '/prompt-generator': 'Build a prompt step by step from templates and a topic.',
  '/saved-prompts': 'Your prompts, and those that others have shared.',
  '/pricing': 'The four plans, the token packs, and what each model costs today.',
  '/dashboard': 'What you spend, on which models, and how long your balance lasts.',
  '/account': 'Your settings, password and sessions. Export your data or delete your account.',
  '/settings/usage': 'Requests, tokens and cost by model.',
  '/settings/billing': 'Your balance, every movement of it, and your card payments.',
  '/settings/keys': 'Keys for using your balance from scripts and other programs.',
  '/top-up': 'Add to your balance by card.',
  '/docs/terms': 'The terms of use.',
  '/docs/privacy': 'What is kept about you, and for how long.',
  '/admin': 'The console: users, models, prices, moderation and health.',
  '/teams': 'Your team, its members and its plan.',
  '/enterprise': 'Your organization, its members and its plan.',
  '/login': 'Log in to your account.',
  '/register': 'Create an account.',
  '/subscriptions': 'Start, change or cancel a Team or Enterprise plan.',
  '/baiql/files': 'The files your scripts read and write.',
  '/baiql/runs': 'Every run of your scripts, with its progress and cost.',
  '/': 'What Promptwell does, with an example.',
  '/forgot-password': 'Get a link to set a new password.',
};

/** All accessible pages. */
export function SiteMap({ user }: { user: ShellUser }) {
  return (
    <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
      {siteMapFor(user).map(({ to, label }) => (
        <div key={to}>
          <dt className="font-medium">
            <Link to={to} className="link">
              {label}
            </Link>
          </dt>
          <dd className="text-s text-pretty text-ink-2">{PAGE_TEXTS[to]}</dd>
        </div>
      ))}
    </dl>
  );
}
