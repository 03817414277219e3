import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useReplyDay } from '../../base/texts/use-reply-day.ts'
import styles from './expected-reply.module.css'

interface ExpectedReplyProps {
  readonly id: MessageId
  readonly service: string
  /** ISO 8601 in UTC. */
  readonly by: string
  /** Where the text is kept until then. */
  readonly children: ReactNode
}

/** Who will answer and by when, shown before anything is sent. */
export function ExpectedReply({ id, service, by, children }: ExpectedReplyProps) {
  const replyDay = useReplyDay()
  return (
    <p className={styles.expected}>
      <Clock aria-hidden="true" />
      <span>
        <RichText
          id={id}
          values={{ service, day: replyDay(by) }}
          elements={{ day: (words) => <strong>{words}</strong> }}
        />
        <span className={styles.kept}>{children}</span>
      </span>
    </p>
  )
}
