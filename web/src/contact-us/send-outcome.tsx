import { useEffect, useRef } from 'react'
import { addressOf, startQuery } from '../message-center/list-query.ts'
import { useSetTexts } from '../message-texts/set-texts.ts'
import { Link } from '../router/link.tsx'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './contact-form.module.css'
import type { Progress } from './contact-state.ts'

/** Address of a message that was sent, with the folder it lies in. */
export function sentAddress(messageId: string): string {
  return addressOf({ ...startQuery(), folder: 'sent' }, messageId)
}

/** Under way, or not sent and what to do: seen and heard. */
export function SendOutcome({ progress }: { readonly progress: Progress }) {
  const t = useText()
  const setText = useSetTexts()
  return (
    <>
      <VisuallyHidden>
        <span role="status">{progress.step === 'sending' && t('contact-us.sending')}</span>
      </VisuallyHidden>
      {progress.step === 'failed' && (
        <Alert tone="danger" role="alert" title={setText('addMessageFailure', t('contact-us.failed-title'))}>
          <p>
            {progress.failure === 'files'
              ? setText('attachmentNotSent', t('contact-us.failed-files'))
              : t(`contact-us.failed-${progress.failure}`)}
          </p>
          {/* The server shows the sign-in view at this address, and this form with the draft after it. */}
          {progress.failure === 'expired' && (
            <Button variant="secondary" className={styles.remedy} onClick={() => location.reload()}>
              {t('contact-us.sign-in')}
            </Button>
          )}
        </Alert>
      )}
    </>
  )
}

/** The server holds an earlier wording: what it is, and that the newer one is still here. */
export function OlderArrived({ messageId }: { readonly messageId: string }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className={styles.summary}>
      <Alert tone="warning" title={t('contact-us.older-title')}>
        <p>{t('contact-us.older')}</p>
        <p>
          <Link to={sentAddress(messageId)}>{t('contact-us.older-read')}</Link>
        </p>
      </Alert>
    </div>
  )
}
