import { MailCheck } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { SentMessage } from '../composing/send-message.ts'
import { useFormat } from '../texts/format.ts'
import { RichText } from '../texts/rich-text.tsx'
import { useText } from '../texts/text.tsx'
import { useReplyDay } from '../texts/use-reply-day.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { sentAddress } from './send-outcome.tsx'
import styles from './sent.module.css'

interface SentProps {
  readonly sent: SentMessage
  /** Who answers, in the page's language. */
  readonly service: string
  readonly onAnother: () => void
}

/** The confirmation: sent, and answered by whom and when. It takes the focus of the form that is gone, and so is read out. */
export function Sent({ sent, service, onAnother }: SentProps) {
  const t = useText()
  const id = useId()
  const replyDay = useReplyDay()
  const format = useFormat()
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
      <h2 id={`${id}-title`}>{t('contact-us.sent-title')}</h2>
      <p id={`${id}-text`} className={styles.text}>
        <RichText
          id="contact-us.sent-expected"
          values={{ service, day: replyDay(sent.expectedReplyBy) }}
          elements={{ day: (words) => <strong>{words}</strong> }}
        />
      </p>
      {sent.appealAnswerBy !== null && (
        <p className={styles.text}>
          <RichText
            id="contact-us.appeal-sent"
            values={{ day: format.dateLong(sent.appealAnswerBy) }}
            elements={{ day: (words) => <strong>{words}</strong> }}
          />
        </p>
      )}
      <div className={styles.actions}>
        <ButtonLink to={sentAddress(sent.messageId)}>{t('contact-us.read-sent')}</ButtonLink>
        <Button variant="secondary" onClick={onAnother}>
          {t('contact-us.another')}
        </Button>
      </div>
    </section>
  )
}
