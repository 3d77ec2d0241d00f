/** Mails about the installation, to its administrators. */
export type AlertMail = 'admin-alert';
