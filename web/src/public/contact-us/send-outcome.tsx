import { useEffect, useRef } from 'react'
import { Link } from '../../base/router/link.tsx'
import { useText } from '../../base/texts/text.tsx'
import { mailboxAddress, startQuery } from '../../member/message-center/list-query.ts'
import { NotSent } from '../../shared/composing/not-sent.tsx'
import type { ComposingProgress, SendFailure } from '../../shared/composing/state.ts'
import { useSetTexts } from '../../shared/message-texts/set-texts.ts'
import { Alert } from '../../ui/alert.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './contact-form.module.css'

/** Address of a sent message, with the folder that it is in. */
export function buildSentAddress(messageId: string): string {
  return mailboxAddress({ ...startQuery(), folder: 'sent' }, messageId)
}

/** Shows that it is being sent, or was not sent and what to do; also announced. */
export function SendOutcome({ progress }: { readonly progress: ComposingProgress<unknown> }) {
  const t = useText()
  const setText = useSetTexts()
  const describeFailure = (failure: SendFailure) => {
    if (failure === 'files') return setText('attachmentNotSent', t('contact-us.failed-files'))
    return t(`contact-us.failed-${failure === 'blocked' || failure === 'changed' ? 'refused' : failure}`)
  }
  return (
    <>
      <VisuallyHidden>
        <span role="status">{progress.step === 'sending' && t('contact-us.sending')}</span>
      </VisuallyHidden>
      {progress.step === 'failed' && (
        <NotSent
          failure={progress.failure}
          title={setText('addMessageFailure', t('contact-us.failed-title'))}
          text={describeFailure(progress.failure)}
          signIn={t('contact-us.sign-in')}
        />
      )}
    </>
  )
}

/** The server has an earlier text: links to it, and says that the newer one is still here. */
export function OlderArrived({ messageId }: { readonly messageId: string }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className={styles.summary}>
      <Alert tone="warning" title={t('contact-us.older-title')}>
        <p>{t('contact-us.older')}</p>
        <p>
          <Link to={buildSentAddress(messageId)}>{t('contact-us.older-read')}</Link>
        </p>
      </Alert>
    </div>
  )
}
