import type { PayloadOf } from '@portico/contract/call'
import { accessHistory } from '@portico/contract/calls/account-security'
import { useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Screen } from '../../kit/forms/screen.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Card } from '../../ui/card.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { HistoryList } from './history-list.tsx'

type History = PayloadOf<typeof accessHistory>

const load = (signal: AbortSignal) => api.call(accessHistory, { signal })

/** Who used the account and when (RG-4), customer service included. */
export function Activity() {
  const loaded = useLoaded(load)
  return (
    <Screen title="account.activity.title" about="account.activity.about" loaded={loaded}>
      {(first) => <Events first={first} />}
    </Screen>
  )
}

function Events({ first }: { readonly first: History }) {
  const t = useText()
  const [older, setOlder] = useState<readonly History[]>([])
  const loading = useAction()
  const leaving = useLeaving()
  const list = useRef<HTMLOListElement>(null)
  const pages = [first, ...older]
  const events = pages.flatMap((page) => page.events)
  const next = pages.at(-1)?.next ?? null
  const more = () =>
    loading.run(async () => {
      if (next === null) return
      const page = await api.call(accessHistory, { query: { before: next }, signal: leaving() })
      setOlder((last) => [...last, page])
    })
  return (
    <>
      <Card>
        <HistoryList ref={list} events={events} />
        <VisuallyHidden role="status">
          {older.length > 0 && t('account.activity.shown', { count: events.length })}
        </VisuallyHidden>
        <Problem text={loading.problem} />
        {next !== null && (
          <div className={styles.actions}>
            <MoreButton list={list} busy={loading.busy} onMore={more}>
              {t('account.activity.more')}
            </MoreButton>
          </div>
        )}
      </Card>
      <p className={styles.help}>
        <RichText id="account.activity.help" elements={{ phone: () => <PhoneLink /> }} />
      </p>
    </>
  )
}
