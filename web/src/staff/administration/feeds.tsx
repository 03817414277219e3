import type { PayloadOf } from '@portico/contract/call'
import { decideFeed, type whatRuns } from '@portico/contract/calls/oversight'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './administration.module.css'
import { FeedFigures } from './feed-figures.tsx'

type Feed = PayloadOf<typeof whatRuns>['feeds'][number]
type Decision = 'release' | 'undo'

const tones = { stored: 'success', held: 'danger', released: 'info', undoing: 'warning', undone: 'warning' } as const

/** The nightly X12 files: their counts beside those of the night before, and the decisions about them (FD-7). */
export function Feeds({ feeds, onDone }: { readonly feeds: readonly Feed[]; readonly onDone: () => void }) {
  const t = useText()
  const [asked, setAsked] = useState<{ readonly feed: Feed; readonly decision: Decision } | null>(null)
  const confirm = async () => {
    if (asked === null) return
    await api.call(decideFeed, { body: { feedId: asked.feed.feedId, decision: asked.decision } })
    onDone()
  }
  const decision = asked?.decision ?? 'release'
  return (
    <Card title={t('administration.feeds')} className={styles.wide}>
      {feeds.length === 0 && <p className={lettering.key}>{t('administration.feeds.none')}</p>}
      <ul className={styles.plain}>
        {feeds.map((feed) => (
          <FeedItem key={feed.feedId} feed={feed} onAsk={(decided) => setAsked({ feed, decision: decided })} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t(`administration.feeds.${decision}`)}
        text={t(`administration.feeds.${decision}.text`)}
        action={t(`administration.feeds.${decision}`)}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
      />
    </Card>
  )
}

function FeedItem({ feed, onAsk }: { readonly feed: Feed; readonly onAsk: (decision: Decision) => void }) {
  const t = useText()
  const format = useMomentFormat()
  const { brand, arrivedAt, state, parts, counts, before, expectedBy, late, decidedBy } = feed
  const compare = (now: number, then: number | undefined, say: (value: number) => string) => {
    if (then === undefined || then === now) return say(now)
    return t(now > then ? 'administration.feeds.more' : 'administration.feeds.fewer', {
      now: say(now),
      by: say(Math.abs(now - then)),
    })
  }
  const figures = {
    members: compare(counts.members, before?.members, format.number),
    ended: format.number(counts.ended + counts.missing),
    refused: format.number(counts.refused),
    claims: compare(counts.claims, before?.claims, format.number),
    paid: compare(counts.paidCents, before?.paidCents, format.money),
  }
  return (
    <li>
      <p className={styles.badges}>
        <span className={lettering.name}>
          {brand}, {format.dateTime(arrivedAt)}
        </span>
        <Badge tone={tones[state]}>{t(`administration.feeds.state.${state}`)}</Badge>
        {late && <Badge tone="danger">{t('administration.running.late')}</Badge>}
      </p>
      <p className={lettering.key}>{t('administration.feeds.counts', figures)}</p>
      {state === 'held' && parts.map((part) => <FeedFigures key={`${part.set} ${part.sender}`} part={part} />)}
      {decidedBy !== null && <p className={lettering.key}>{t('administration.feeds.decided', { name: decidedBy })}</p>}
      {expectedBy !== null && (
        <p className={lettering.key}>{t('administration.feeds.expected', { at: format.dateTime(expectedBy) })}</p>
      )}
      <div className={styles.buttons}>
        {state === 'held' && <Button onClick={() => onAsk('release')}>{t('administration.feeds.release')}</Button>}
        {state === 'stored' && (
          <Button variant="secondary" onClick={() => onAsk('undo')}>
            {t('administration.feeds.undo')}
          </Button>
        )}
      </div>
    </li>
  )
}
