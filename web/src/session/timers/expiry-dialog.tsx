import { roundSecondsLeft } from '@portico/rules/session/inactivity'
import { useEffect, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { ClockScope } from './browser-tabs.ts'
import styles from './expiry-dialog.module.css'

export interface ExpiryDialogProps {
  readonly scope: ClockScope
  /** Wall clock, ms since 1970; null closes it. */
  readonly endsAt: number | null
  readonly onClose: () => void
}

/** Warns that the session is about to end, counts down and lets the person continue (SE-1). */
export function ExpiryDialog({ scope, endsAt, onClose }: ExpiryDialogProps) {
  const t = useText()
  return (
    <Dialog
      size="small"
      open={endsAt !== null}
      onClose={onClose}
      title={t('session.expires.title')}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p>{t('session.expires.text')}</p>
      {endsAt !== null && <Countdown scope={scope} endsAt={endsAt} />}
      <p>{t(`session.keep.${scope}`)}</p>
    </Dialog>
  )
}

/** Shows each second; a screen reader gets an update now and then, from inside the dialog since everything else is inert. */
function Countdown({ scope, endsAt }: { readonly scope: ClockScope; readonly endsAt: number }) {
  const t = useText()
  const msLeft = useMsLeft(endsAt)
  const seconds = Math.ceil(msLeft / 1000)
  const due = roundSecondsLeft(msLeft)
  const [announced, setAnnounced] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it announces when due, not every second
  useEffect(() => setAnnounced(Math.min(due, seconds)), [due])

  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <>
      <p role="timer" className={styles.countdown}>
        {t(`session.expires.${scope}`, { time })}
      </p>
      <VisuallyHidden>
        <span role="status">{announced !== null && t('session.announced', { seconds: announced })}</span>
      </VisuallyHidden>
    </>
  )
}

function useMsLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, endsAt - now)
}
