import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from '../base/router/link.tsx'
import { useText } from '../base/texts/text.tsx'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant
  /** While busy, it keeps the focus, shows a spinner and ignores clicks. */
  readonly busy?: boolean
  readonly icon?: ReactNode
}

/** The platform's button; `type` is `button` by default. */
export function Button({
  variant = 'primary',
  busy = false,
  icon,
  className,
  children,
  onClick,
  ...native
}: ButtonProps) {
  const t = useText()
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type="button"
      {...native}
      className={classes(styles.button, styles[variant], className)}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
      {busy && <VisuallyHidden>{t('ui.busy')}</VisuallyHidden>}
    </button>
  )
}

export interface ButtonLinkProps extends ComponentProps<'a'> {
  /** A portal address, e.g. from `links`; other addresses go to `href`, for a plain link. */
  readonly to: string
  readonly variant?: ButtonVariant
  readonly icon?: ReactNode
}

/** A link that looks like a button: for going somewhere, whereas `Button` is for doing something. */
export function ButtonLink({ to, variant = 'primary', icon, className, children, ...native }: ButtonLinkProps) {
  return (
    <Link {...native} to={to} className={classes(styles.button, styles[variant], className)}>
      {icon}
      {children}
    </Link>
  )
}
