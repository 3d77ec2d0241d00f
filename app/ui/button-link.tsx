import { Link, type LinkProps } from '@remix-run/react';
import { buttonClasses, type ButtonLook, type ButtonSize } from './button-look';

export type ButtonLinkProps = LinkProps & { look?: ButtonLook; size?: ButtonSize };

/** A link that weighs as much as a button. */
export function ButtonLink({ look = 'plain', size = 'm', className, ...rest }: ButtonLinkProps) {
  return <Link className={buttonClasses(look, size, className)} {...rest} />;
}
