import { ROLE_LABELS, ROLES, type Plan, type Role } from '~/core/shared/permissions';
import { z } from '~/core/shared/zod';

/** Whom administrators can forbid API keys: the Free plan, and each role. */
const KEY_GROUPS = ['free', ...ROLES] as const;
export type KeyGroup = (typeof KEY_GROUPS)[number];

/** The groups as a list of choices. */
export const KEY_GROUP_CHOICES: readonly { group: KeyGroup; label: string }[] = KEY_GROUPS.map((group) => ({
  group,
  label: group === 'free' ? 'Free' : ROLE_LABELS[group],
}));

const IN_SENTENCE: Readonly<Record<KeyGroup, string>> = {
  free: 'the Free plan',
  paiduser: 'the Pro plan',
  teamuser: 'team members',
  teamadmin: 'team admins',
  enterpriseuser: 'enterprise members',
  enterpriseadmin: 'enterprise admins',
  admin: 'admins',
};

const groups = z.array(z.enum(KEY_GROUPS)).max(KEY_GROUPS.length);

export const keyPolicySchema = z.object({
  forbiddenFor: groups
    .transform((chosen) => KEY_GROUPS.filter((each) => chosen.includes(each)))
    .meta({
      description:
        '`free` for the Free plan, and roles. A user with several roles needs all of them allowed.',
    }),
});
export type KeyPolicy = z.output<typeof keyPolicySchema>;

/** The form lists who may use keys, so that groups of later versions are allowed. */
export const keyPolicyFormSchema = z.object({ allowedFor: groups.default([]) });

export const keyPolicyOf = ({ allowedFor }: z.output<typeof keyPolicyFormSchema>): KeyPolicy => ({
  forbiddenFor: KEY_GROUPS.filter((group) => !allowedFor.includes(group)),
});

/** Why a user can't use API keys, as a sentence; undefined if they can. */
export function denialOfKeys(
  { forbiddenFor }: KeyPolicy,
  { roles, plan }: { roles: readonly Role[]; plan: Plan },
): string | undefined {
  const found = forbiddenFor.find((group) => (group === 'free' ? plan === 'free' : roles.includes(group)));
  return found && `An administrator has turned off API keys for ${IN_SENTENCE[found]}.`;
}
