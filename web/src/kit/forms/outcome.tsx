import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './form-page.module.css'

interface OutcomeProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
  /** What to do next. */
  readonly children: ReactNode
}

/** The outcome, which replaces the form; its heading takes the focus, so that it is read out. */
export function Outcome({ icon: Icon, title, text, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.view}>
      <Icon aria-hidden="true" className={styles.mark} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.intro}>{text}</p>
      {children}
    </div>
  )
}
