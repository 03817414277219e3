import { judgeSafety } from '@portico/rules/safety/safety'
import { useEffect } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { RichText } from '../../base/texts/rich-text.tsx'
import { Authored } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useReplyDay } from '../../base/texts/use-reply-day.ts'
import { useRested } from '../../base/use-rested.ts'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './safety-notice.module.css'

export interface SafetyNoticeProps {
  /** The typed text of a search or message. It is checked only in the page, and sent nowhere. */
  readonly text: string
  /** By when a message would be answered, ISO 8601 in UTC; left out for a search. */
  readonly answerBy?: string | undefined
  /** Called with whether anything is shown. */
  readonly onShown?: ((shown: boolean) => void) | undefined
}

const pauseMs = 400

/** The most urgent of the topics that the words may be about. */
export function SafetyNotice({ text, answerBy, onShown }: SafetyNoticeProps) {
  const t = useText()
  const ready = useArea('service')
  const replyDay = useReplyDay()
  const { nurseLine: nurses, customerServiceHours } = usePage().brand
  const [kind] = judgeSafety(useRested(text, pauseMs))
  const isShown = ready && kind !== undefined
  useEffect(() => onShown?.(isShown), [onShown, isShown])
  if (!isShown) return null
  return (
    <Alert
      tone={kind === 'emergency' ? 'danger' : 'warning'}
      role="alert"
      title={t(`safety.${kind}-title`)}
      className={styles.notice}
    >
      <p>
        <RichText id={`safety.${kind}`} values={{}} elements={dialed} />
      </p>
      {kind !== 'emergency' && (
        <p>
          {nurses === null ? (
            <>
              {t('safety.nurse')} <PhoneLink />
              <br />
              <Authored>{customerServiceHours}</Authored>
            </>
          ) : (
            <>
              {t('safety.nurse-line')} <PhoneLink number={nurses.number} />
              <br />
              <Authored>{nurses.hours}</Authored>
            </>
          )}
        </p>
      )}
      {answerBy !== undefined && <p>{t('safety.writing', { day: replyDay(answerBy) })}</p>}
    </Alert>
  )
}

/** Public help lines of the United States. */
const dialed = {
  emergency: (words: string) => <a href="tel:911">{words}</a>,
  call: (words: string) => <a href="tel:988">{words}</a>,
  write: (words: string) => <a href="sms:988">{words}</a>,
  hotline: (words: string) => <a href="tel:+18007997233">{words}</a>,
}
