import { isValidElement, type ReactNode, useEffect, useRef } from 'react'
import type { Loaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { focusOn, isFocusLost } from '../../ui/focus.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './screen.module.css'

export interface ScreenProps<Value> {
  readonly title: MessageId
  readonly about: MessageId
  readonly loaded: Loaded<Value>
  /** The note for someone who acts for the person; by default that they can only look. */
  readonly acting?: MessageId
  /** What was just done, announced to screen readers. */
  readonly done?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** A section of the account settings: heading, what was just done, and its cards once they are loaded. */
export function Screen<Value>({ title, about, acting, loaded, done = null, children }: ScreenProps<Value>) {
  const t = useText()
  const { value, failed, reload } = loaded
  return (
    <>
      <h1>{t(title)}</h1>
      <p className={styles.about}>{t(about)}</p>
      {useActsForPerson() && (
        <Alert tone="info" title={t('account.simulated.title')} className={styles.status}>
          <p>{t(acting ?? 'account.simulated.text')}</p>
        </Alert>
      )}
      <div role="status" className={styles.status}>
        {done !== null && <Done key={isValidElement(done) ? done.key : String(done)}>{done}</Done>}
      </div>
      {value !== null ? (
        <div className={styles.cards}>{children(value)}</div>
      ) : failed ? (
        <ErrorState onRetry={reload} />
      ) : (
        <Loading />
      )}
    </>
  )
}

/** Scrolls into view, and takes the focus if the clicked button is gone. */
function Done({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const settle = () => {
      box.current?.scrollIntoView({ block: 'nearest' })
      if (isFocusLost()) focusOn(box.current)
    }
    // If a dialog asked for confirmation, it returns the focus when it closes.
    const dialog = document.querySelector('dialog[open]')
    if (dialog === null) settle()
    dialog?.addEventListener('close', settle, { once: true })
    return () => dialog?.removeEventListener('close', settle)
  }, [])
  return (
    <div ref={box}>
      <Alert tone="success">{children}</Alert>
    </div>
  )
}

function Loading() {
  const t = useText()
  return (
    <div className={styles.cards} aria-busy="true">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      {[0, 1].map((card) => (
        <Card key={card}>
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </Card>
      ))}
    </div>
  )
}
