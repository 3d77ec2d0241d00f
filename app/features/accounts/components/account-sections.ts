/** The sections of the account page, by the anchors that lead to them. */
export const ACCOUNT_SECTIONS = [
  { id: 'profile', label: 'Profile' },
  { id: 'spending', label: 'Spending' },
  { id: 'preferences', label: 'Preferences' },
  { id: 'email', label: 'Email' },
  { id: 'password', label: 'Password' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const;

export const SECTION_CLASSES = 'border-t border-line pt-8 outline-none first:border-0 first:pt-0';
