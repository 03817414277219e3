import { useText } from '../../base/texts/text.tsx'
import { useReplyDay } from '../../base/texts/use-reply-day.ts'
import { NotSent } from '../../shared/composing/not-sent.tsx'
import type { SentMessage } from '../../shared/composing/send-message.ts'
import type { ComposingProgress, SendFailure } from '../../shared/composing/state.ts'
import { useSetTexts } from '../../shared/message-texts/set-texts.ts'
import { Alert } from '../../ui/alert.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

interface ReplyOutcomeProps {
  readonly progress: ComposingProgress<SentMessage>
  readonly service: string
}

/** The outcome of a reply, also announced: sent, with the day of the answer, or not sent, with what to do. */
export function ReplyOutcome({ progress, service }: ReplyOutcomeProps) {
  const t = useText()
  const setText = useSetTexts()
  const replyDay = useReplyDay()
  const formatExpected = (moment: string) => t('message-center.sent-expected', { service, day: replyDay(moment) })
  const describeFailure = (failure: SendFailure) => {
    if (failure === 'files') return setText('attachmentNotSent', t('message-center.unsent-files'))
    return t(`message-center.unsent-${failure === 'changed' ? 'refused' : failure}`)
  }
  return (
    <>
      <div role="status">
        {progress.step === 'sending' && <VisuallyHidden>{t('message-center.sending')}</VisuallyHidden>}
        {progress.step === 'sent' && (
          <Alert
            tone={progress.older ? 'warning' : 'success'}
            title={t(progress.older ? 'message-center.older-title' : 'message-center.sent-title')}
          >
            {progress.older && <p>{t('message-center.older')}</p>}
            <p>{formatExpected(progress.sent.expectedReplyBy)}</p>
          </Alert>
        )}
      </div>
      {progress.step === 'failed' && (
        <NotSent
          failure={progress.failure}
          title={setText('replyError', t('message-center.unsent-title'))}
          text={describeFailure(progress.failure)}
          signIn={t('message-center.sign-in')}
        />
      )}
    </>
  )
}
