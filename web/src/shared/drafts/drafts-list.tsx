import type { PayloadOf } from '@portico/contract/call'
import { discardDraft, listDrafts } from '@portico/contract/calls/drafts'
import { PencilLine, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { shortMoment } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useNow } from '../../base/use-now.ts'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './drafts.module.css'
import { useFreshMail } from './use-fresh-mail.ts'

type Row = PayloadOf<typeof listDrafts>['drafts'][number]

const loadDrafts = async (signal: AbortSignal, background: boolean) =>
  (await api.call(listDrafts, { signal, background })).drafts

/** Unsent drafts, from this device or another (MC-3). */
export function DraftsList({ headingId }: { readonly headingId: string }) {
  const t = useText()
  const ready = useArea('drafts')
  const { value: rows, failed, reload, refresh } = useLoaded(loadDrafts)
  const discarding = useAction()
  const [asking, setAsking] = useState<Row | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const [discarded, setDiscarded] = useState(false)

  // Another device may be writing in the meantime.
  useFreshMail(refresh, ({ draftsVersion }) => draftsVersion)
  useEffect(() => {
    if (discarded) status.current?.focus()
  }, [discarded])

  if (!ready) return null
  if (failed) return <ErrorState title={t('drafts.list-failed')} onRetry={reload} />
  if (rows === null) return null
  const discard = async ({ draftId }: Row) => {
    setAsking(null)
    setDiscarded(false)
    const done = await discarding.run(async () => {
      await api.call(discardDraft, { params: { draftId }, loading: true })
    })
    setDiscarded(done)
    reload()
  }
  return (
    <>
      <Problem text={discarding.problem} />
      {discarded && (
        <p ref={status} tabIndex={-1} className={styles.line}>
          {t('drafts.discarded')}
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={<PencilLine />}
          title={t('message-center.drafts-empty-title')}
          text={t('message-center.drafts-empty')}
        />
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul role="list" aria-labelledby={headingId}>
          {rows.map((row) => (
            <DraftLine key={row.draftId} row={row} onDiscard={() => setAsking(row)} />
          ))}
        </ul>
      )}
      <Dialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        size="small"
        title={t('drafts.discard-title')}
        actions={
          <>
            <Button onClick={() => setAsking(null)}>{t('drafts.keep')}</Button>
            <Button variant="danger" onClick={() => asking && discard(asking)}>
              {t('drafts.discard')}
            </Button>
          </>
        }
      >
        <p>{t('drafts.discard-text')}</p>
      </Dialog>
    </>
  )
}

function DraftLine({ row, onDiscard }: { readonly row: Row; readonly onDiscard: () => void }) {
  const t = useText()
  const format = useMomentFormat()
  const now = useNow()
  const subject = row.subject.trim() || t('message-center.no-subject')
  const moment = shortMoment(format, row.savedAt, now.moment)
  const to = row.inReplyTo === null ? links.draft(row.draftId) : links.message(row.inReplyTo)
  return (
    <li className={styles.row}>
      <Link to={to} className={styles.line}>
        <span className={styles.subject}>{row.threadId === null ? subject : t('drafts.reply', { subject })}</span>
        <span className={lettering.key}>{row.excerpt}</span>
        <span className={lettering.key}>{t('drafts.saved', { moment })}</span>
      </Link>
      <Button
        variant="quiet"
        className={styles.discard}
        aria-label={t('drafts.discard-one', { subject, moment })}
        onClick={onDiscard}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  )
}
