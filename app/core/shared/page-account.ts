/** Names the account a page was rendered for, which may differ from the session's account at the time of a request. */
export const PAGE_ACCOUNT_HEADER = 'X-Page-Account';
