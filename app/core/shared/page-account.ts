/** Names the account that a page was made for. The session is the browser’s, and may be another’s by the time of a request. */
export const PAGE_ACCOUNT_HEADER = 'X-Page-Account';
