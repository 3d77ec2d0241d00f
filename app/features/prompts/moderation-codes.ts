/** What may be wrong with a prompt, as administrators note it and people report it. */
export const MODERATION_CODES = {
  '1a': 'Vulgar or profane',
  '1b': 'Hate or harassment',
  '1c': 'Adult content or minors',
  '1d': 'Violence or self-harm',
  '1e': 'Illegal or harmful',
  '1f': 'Copyright or plagiarism',
  '2a': 'Personal information',
  '2b': 'Confidential or business information',
  '2c': 'Vulnerabilities or malicious code',
  '2d': 'Social engineering or phishing',
  '3a': 'Spam or low quality',
  '3b': 'Duplicate',
  '3c': 'Misleading',
  '3d': 'Commercial spam',
  '4a': 'Violates the terms of service',
  '4b': 'Off-topic',
  '4c': 'Jailbreak or abuse',
  '5a': 'Flagged by several users',
  '5b': 'Harmful misinformation',
} as const;

export type ModerationCode = keyof typeof MODERATION_CODES;
export const ALL_CODES = Object.keys(MODERATION_CODES) as [ModerationCode, ...ModerationCode[]];

/** What people choose from when they report a prompt: 5a is given by the reports themselves. */
export const REPORT_CODES = ALL_CODES.filter((code) => code !== '5a') as [
  ModerationCode,
  ...ModerationCode[],
];

/**
 * How a prompt stands with moderation. `review`: its publication waits for an administrator; `reported`: three people
 * reported it; `flagged`: an administrator flagged it; `rejected`: decided against; `appealed`: its author asks again.
 */
export const MODERATION_STATES = ['clear', 'review', 'reported', 'flagged', 'appealed', 'rejected'] as const;
export type ModerationState = (typeof MODERATION_STATES)[number];

/** So many people who report a prompt, independently of each other, hide it until an administrator has looked at it. */
export const REPORTS_THAT_HIDE = 3;

/** In the address of the queue: the last prompt of the page is open, whichever it is. */
export const LAST_OF_PAGE = 'last';
