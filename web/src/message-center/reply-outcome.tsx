import { useSetTexts } from '../message-texts/set-texts.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './reply.module.css'
import type { ReplyState } from './reply-state.ts'
import { useReplyDay } from './use-reply-day.ts'

interface ReplyOutcomeProps {
  readonly state: ReplyState
  readonly service: string
}

/** What became of a reply, seen and heard: sent and answered by when, or not sent and what to do. */
export function ReplyOutcome({ state, service }: ReplyOutcomeProps) {
  const t = useText()
  const setText = useSetTexts()
  const replyDay = useReplyDay()
  const expected = (moment: string) => t('message-center.sent-expected', { service, day: replyDay(moment) })
  return (
    <>
      <div role="status">
        {state.step === 'sending' && <span className={styles.heard}>{t('message-center.sending')}</span>}
        {state.step === 'sent' && (
          <Alert
            tone={state.older ? 'warning' : 'success'}
            title={t(state.older ? 'message-center.older-title' : 'message-center.sent-title')}
          >
            {state.older && <p>{t('message-center.older')}</p>}
            <p>{expected(state.expectedReplyBy)}</p>
          </Alert>
        )}
      </div>
      {state.step === 'failed' && (
        <Alert tone="danger" role="alert" title={setText('replyError', t('message-center.unsent-title'))}>
          <p>
            {state.failure === 'files'
              ? setText('attachmentNotSent', t('message-center.unsent-files'))
              : t(`message-center.unsent-${state.failure}`)}
          </p>
          {/* The server shows the sign-in view at this address, and this message with the draft after it. */}
          {state.failure === 'expired' && (
            <Button variant="secondary" className={styles.remedy} onClick={() => location.reload()}>
              {t('message-center.sign-in')}
            </Button>
          )}
        </Alert>
      )}
    </>
  )
}
