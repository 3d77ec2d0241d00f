import { Link, type LinkProps } from '@remix-run/react';
import { buttonClasses, type ButtonVariant, type ButtonSize } from './button-variant';

export type ButtonLinkProps = LinkProps & { variant?: ButtonVariant; size?: ButtonSize };

/** A link styled as a button. */
export function ButtonLink({ variant = 'secondary', size = 'm', className, ...rest }: ButtonLinkProps) {
  return <Link className={buttonClasses(variant, size, className)} {...rest} />;
}
