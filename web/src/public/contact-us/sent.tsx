import { useFormat } from '../../base/texts/format.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useReplyDay } from '../../base/texts/use-reply-day.ts'
import type { SentMessage } from '../../shared/composing/send-message.ts'
import { SentNotice } from '../../shared/composing/sent-notice.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { buildSentAddress } from './send-outcome.tsx'

interface SentProps {
  readonly sent: SentMessage
  /** Who answers, in the page's language. */
  readonly service: string
  readonly onAnother: () => void
}

/** The confirmation: it was sent, and who answers when. */
export function MessageSent({ sent, service, onAnother }: SentProps) {
  const t = useText()
  const replyDay = useReplyDay()
  const format = useFormat()
  return (
    <SentNotice
      title={t('contact-us.sent-title')}
      actions={
        <>
          <ButtonLink to={buildSentAddress(sent.messageId)}>{t('contact-us.read-sent')}</ButtonLink>
          <Button variant="secondary" onClick={onAnother}>
            {t('contact-us.another')}
          </Button>
        </>
      }
    >
      <p>
        <RichText
          id="contact-us.sent-expected"
          values={{ service, day: replyDay(sent.expectedReplyBy) }}
          elements={{ day: (words) => <strong>{words}</strong> }}
        />
      </p>
      {sent.appealAnswerBy !== null && (
        <p>
          <RichText
            id="contact-us.appeal-sent"
            values={{ day: format.dateLong(sent.appealAnswerBy) }}
            elements={{ day: (words) => <strong>{words}</strong> }}
          />
        </p>
      )}
    </SentNotice>
  )
}
