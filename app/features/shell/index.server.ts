export { readShell, type ShellData } from './read-shell.server';
