import {
  Activity,
  Bookmark,
  BookOpen,
  BookOpenText,
  Building2,
  ChartColumn,
  ChartNoAxesColumn,
  CircleDollarSign,
  CloudSun,
  Cpu,
  CreditCard,
  File,
  FileLock,
  FolderOpen,
  HeartPulse,
  History,
  House,
  Info,
  KeyRound,
  Landmark,
  LayoutDashboard,
  LayoutList,
  ListChecks,
  ListTree,
  Lock,
  LogIn,
  LogOut,
  ReceiptText,
  RefreshCcw,
  type LucideIcon,
  MailPlus,
  Mails,
  MessageCircleHeart,
  MessageSquareText,
  MessageSquareWarning,
  Monitor,
  Moon,
  Plus,
  Scale,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Stethoscope,
  Sun,
  Tag,
  UserRound,
  UserRoundCog,
  UserRoundPlus,
  Users,
  Zap,
  Link2Off,
} from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Theme } from '~/core/shared/theme';
import { cx } from '~/ui/cx';
import { Kbd } from '~/ui/kbd';
import type { Command } from './commands';

/** Icons by URL, with a default. */
export const PAGE_ICONS: Readonly<Partial<Record<string, LucideIcon>>> = {
  '/': House,
  '/account': UserRound,
  '/admin': ShieldCheck,
  '/admin/activity': ListTree,
  '/admin/audit': History,
  '/admin/billing': Landmark,
  '/admin/categories': LayoutList,
  '/admin/diagnostics': Stethoscope,
  '/admin/docs': BookOpenText,
  '/admin/feedback': MessageCircleHeart,
  '/admin/health': HeartPulse,
  '/admin/invitations': MailPlus,
  '/admin/keys/settings': KeyRound,
  '/admin/mails': Mails,
  '/admin/models': Cpu,
  '/admin/moderation': MessageSquareWarning,
  '/admin/moderation/settings': SlidersHorizontal,
  '/admin/shared': Link2Off,
  '/admin/policies/enterprise': FileLock,
  '/admin/policies/teams': FileLock,
  '/admin/prices': CircleDollarSign,
  '/admin/usage': ChartColumn,
  '/admin/users': UserRoundCog,
  '/ai': MessageSquareText,
  '/app-info': Info,
  '/baiql': ScrollText,
  '/baiql/files': FolderOpen,
  '/baiql/runs': Activity,
  '/counter': Plus,
  '/dashboard': LayoutDashboard,
  '/docs': BookOpen,
  '/docs/privacy': Lock,
  '/docs/terms': Scale,
  '/enterprise': Building2,
  '/fetch-data': CloudSun,
  '/forgot-password': KeyRound,
  '/login': LogIn,
  '/pricing': Tag,
  '/saved-prompts': Bookmark,
  '/prompt-generator': ListChecks,
  '/register': UserRoundPlus,
  '/settings/billing': ReceiptText,
  '/settings/keys': KeyRound,
  '/settings/usage': ChartNoAxesColumn,
  '/subscriptions': RefreshCcw,
  '/teams': Users,
  '/top-up': CreditCard,
};

const THEME_ICONS: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

type OptionProps = {
  id: string;
  command: Command;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A row of the palette. The input keeps the keyboard focus; rows handle the pointer. */
export function CommandOption({ id, command, isActive, onChoose, onPoint, onKeyDown }: OptionProps) {
  const Icon = iconOf(command);
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      ref={isActive ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      onPointerMove={onPoint}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-1 px-2 text-s',
        isActive && 'bg-chosen',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <span className="grow font-medium">{command.label}</span>
      {command.kind === 'page' ? <span className="text-xs text-ink-3">{command.to}</span> : null}
      {command.kind === 'action' && command.shortcut !== '' ? <Kbd>{command.shortcut}</Kbd> : null}
    </div>
  );
}

function iconOf(command: Command): LucideIcon {
  switch (command.kind) {
    case 'page':
      return PAGE_ICONS[command.to] ?? File;
    case 'theme':
      return THEME_ICONS[command.theme];
    case 'logout':
      return LogOut;
    case 'action':
      return Zap;
  }
}
