import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './sent-notice.module.css'

interface SentNoticeProps {
  readonly title: string
  readonly actions: ReactNode
  /** What happens next. */
  readonly children: ReactNode
}

/** Says that something was sent. It takes the focus, since the form is gone, and is therefore read out. */
export function SentNotice({ title, actions, children }: SentNoticeProps) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.sent}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <span className={styles.icon} aria-hidden="true">
        <MailCheck />
      </span>
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={styles.text}>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
