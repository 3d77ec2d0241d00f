const DISK_FULL =
  'The server’s disk is full. Nothing more was sent, and what is done is kept: resume the run when there is room.';
const OTHER = 'Something went wrong on the server. What is done is kept: resume the run to go on.';

/** Why a run stopped that the house itself has failed, for the person; the fault as it was said is for the log. */
export const explainFault = (message: string): string =>
  /disk is full|no space left|ENOSPC/i.test(message) ? DISK_FULL : OTHER;
