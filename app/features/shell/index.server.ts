export { lowBalanceOf } from './low-balance.server';
export { readShell, type ShellData } from './read-shell.server';
