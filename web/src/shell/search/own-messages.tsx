import type { PayloadOf } from '@portico/contract/call'
import type { searchMessages } from '@portico/contract/calls/messages'
import { useRef } from 'react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { MarkedParts } from '../../base/texts/marked-parts.tsx'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Group } from './group.tsx'
import styles from './search-view.module.css'
import type { OwnMessages as State } from './use-own-messages.ts'

type Message = PayloadOf<typeof searchMessages>['messages'][number]

/** The member's own messages among the results (MP-28); not shown if there are none. */
export function OwnMessages({ results, retry, more }: State) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  if (results === 'none' || results === null) return null
  const found = results === 'failed' ? null : results
  return (
    <Group
      list={list}
      title={t('search.own.title')}
      problem={found === null ? { text: t('search.own.failed'), onRetry: retry } : null}
      note={found?.alike && found.messages.length > 0 ? t('search.own.alike') : undefined}
      more={
        found?.next != null && (
          <MoreButton list={list} onMore={more}>
            {t('search.own.more')}
          </MoreButton>
        )
      }
    >
      {(found?.messages ?? []).map((message) => (
        <OwnMessage key={message.messageId} message={message} />
      ))}
    </Group>
  )
}

function OwnMessage({ message }: { readonly message: Message }) {
  return (
    <li className={styles.found}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <Link to={links.message(message.messageId)}>
            <MarkedParts parts={message.markedSubject} />
          </Link>
        </h3>
        <span className={styles.note}>
          {message.from} · <MomentText at={message.sentAt} short />
        </span>
      </div>
      <p className={styles.text}>
        <MarkedParts parts={message.markedExcerpt} />
      </p>
    </li>
  )
}
