import type { PayloadOf } from '@portico/contract/call'
import { decideFeed, type whatRuns } from '@portico/contract/calls/oversight'
import { useEffect, useId, useRef, useState } from 'react'
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
type Decision = 'release' | 'discard' | 'undo'

const tones = {
  stored: 'success',
  held: 'danger',
  released: 'info',
  discarded: 'neutral',
  undoing: 'warning',
  undone: 'warning',
} as const
/** What files become by each decision. */
const becomes = { release: 'released', discard: 'discarded', undo: 'undoing' } as const

/** The nightly X12 files: their counts beside those of the night before, and the decisions about them (FD-7). */
export function Feeds({ feeds, onDone }: { readonly feeds: readonly Feed[]; readonly onDone: () => void }) {
  const t = useText()
  const format = useMomentFormat()
  const [asked, setAsked] = useState<{ readonly feed: Feed; readonly decision: Decision } | null>(null)
  const [decided, setDecided] = useState<{ readonly feedId: string; readonly said: string } | null>(null)
  const confirm = async () => {
    if (asked === null) return
    const { feedId, brand, arrivedAt } = asked.feed
    try {
      await api.call(decideFeed, { body: { feedId, decision: asked.decision } })
    } finally {
      // Somebody else may have decided.
      onDone()
    }
    const state = t(`administration.feeds.state.${becomes[asked.decision]}`)
    setDecided({ feedId, said: `${brand}, ${format.dateTime(arrivedAt)}: ${state}` })
  }
  const decision = asked?.decision ?? 'release'
  return (
    <Card title={t('administration.feeds')} className={styles.wide}>
      <p role="status" className={styles.said}>
        {decided?.said}
      </p>
      {feeds.length === 0 && <p className={lettering.key}>{t('administration.feeds.none')}</p>}
      <ul className={styles.plain}>
        {feeds.map((feed) => (
          <FeedItem
            key={feed.feedId}
            feed={feed}
            isDecided={feed.feedId === decided?.feedId}
            onAsk={(chosen) => setAsked({ feed, decision: chosen })}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t(`administration.feeds.${decision}`)}
        text={t(`administration.feeds.${decision}.text`)}
        action={t(`administration.feeds.${decision}`)}
        problems={problems}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
      />
    </Card>
  )
}

const problems = { codes: { 'NOT-FOUND': 'administration.feeds.decided-before' } } as const

interface FeedItemProps {
  readonly feed: Feed
  /** Somebody has just decided about it here. */
  readonly isDecided: boolean
  readonly onAsk: (decision: Decision) => void
}

function FeedItem({ feed, isDecided, onAsk }: FeedItemProps) {
  const t = useText()
  const format = useMomentFormat()
  const { brand, arrivedAt, state, parts, counts, before, beforeAt, expectedBy, late, decidedBy, decidedAt } = feed
  const nameId = useId()
  const item = useRef<HTMLLIElement>(null)
  // The pressed button is gone with the former state.
  useEffect(() => {
    if (isDecided && state !== 'held' && document.activeElement === document.body) item.current?.focus()
  }, [isDecided, state])
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
    <li ref={item} tabIndex={-1}>
      <p className={styles.badges}>
        <span id={nameId} className={lettering.name}>
          {brand}, {format.dateTime(arrivedAt)}
        </span>
        <Badge tone={tones[state]}>{t(`administration.feeds.state.${state}`)}</Badge>
        {late && <Badge tone="danger">{t('administration.running.late')}</Badge>}
      </p>
      <p className={lettering.key}>{t('administration.feeds.counts', figures)}</p>
      {beforeAt !== null && (
        <p className={lettering.key}>{t('administration.feeds.compared', { at: format.dateTime(beforeAt) })}</p>
      )}
      {state === 'held' && parts.map((part) => <FeedFigures key={`${part.set} ${part.sender}`} part={part} />)}
      {decidedBy !== null && decidedAt !== null && (
        <p className={lettering.key}>
          {t('administration.feeds.decided', { name: decidedBy, at: format.dateTime(decidedAt) })}
        </p>
      )}
      {expectedBy !== null && (
        <p className={lettering.key}>{t('administration.feeds.expected', { at: format.dateTime(expectedBy) })}</p>
      )}
      <div className={styles.buttons}>
        {state === 'held' && (
          <>
            <Button aria-describedby={nameId} onClick={() => onAsk('release')}>
              {t('administration.feeds.release')}
            </Button>
            <Button variant="secondary" aria-describedby={nameId} onClick={() => onAsk('discard')}>
              {t('administration.feeds.discard')}
            </Button>
          </>
        )}
        {state === 'stored' && (
          <Button variant="secondary" aria-describedby={nameId} onClick={() => onAsk('undo')}>
            {t('administration.feeds.undo')}
          </Button>
        )}
      </div>
    </li>
  )
}
