import type { PayloadOf } from '@portico/contract/call'
import { directoryReports, settleReport } from '@portico/contract/calls/finder'
import type { ReportOutcome } from '@portico/rules/finder/limits'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { createQueue } from '../../base/api/queue.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { View } from '../../base/router/view.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { focusOn, isFocusLost } from '../../ui/focus.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './directory-work.module.css'

type WorkData = PayloadOf<typeof directoryReports>
type ReportData = WorkData['reports'][number]

/** Only for staff who answer members. */
function DirectoryDesk() {
  const t = useText()
  if (usePage().session?.entitlements.includes('answer')) return <DirectoryWork />
  return (
    <div className={styles.view}>
      <h1>{t('finder.work.title')}</h1>
      <EmptyState title={t('finder.work.closed-title')} text={t('finder.work.closed')} />
    </div>
  )
}

/** Members' reports of directory errors for staff to settle, and how accurate the directory is (MP-25). */
function DirectoryWork() {
  const t = useText()
  const { value, failed, reload, change } = useLoaded((signal) => api.call(directoryReports, { signal }))
  const [said, setSaid] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone with its report.
  useEffect(() => {
    if (said !== '' && value !== null && isFocusLost()) focusOn(status.current)
  }, [said, value])
  return (
    <div className={styles.view}>
      <h1>{t('finder.work.title')}</h1>
      <p className={lettering.small}>{t('finder.work.about')}</p>
      <p ref={status} role="status" className={styles.status}>
        {said}
      </p>
      {failed ? (
        <ErrorState onRetry={reload} />
      ) : value === null ? (
        <Skeleton shape="block" />
      ) : (
        <>
          <Figures work={value} />
          {value.reports.length === 0 ? (
            <Card>
              <EmptyState title={t('finder.work.none')} text={t('finder.work.none-text')} />
            </Card>
          ) : (
            <ol className={styles.list}>
              {value.reports.map((report) => (
                <Report
                  key={report.reportId}
                  report={report}
                  onDone={(next) => {
                    change(() => next)
                    setSaid(`${report.name}: ${t('finder.work.done')}`)
                  }}
                />
              ))}
            </ol>
          )}
        </>
      )}
    </div>
  )
}

function Figures({ work }: { readonly work: WorkData }) {
  const t = useText()
  const format = useMomentFormat()
  const share = (part: number, whole: number) =>
    t('finder.work.of', { part: format.number(part), whole: format.number(whole) })
  const figures = [
    ['finder.work.open', format.number(work.open)],
    ['finder.work.late', format.number(work.overdue)],
    ['finder.work.accuracy', work.settled === 0 ? t('finder.unknown') : share(work.right, work.settled)],
    ['finder.work.verified', share(work.verified, work.entries)],
  ] as const
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Each change is answered with all remaining reports. */
const enqueue = createQueue()

function Report({ report, onDone }: { readonly report: ReportData; readonly onDone: (work: WorkData) => void }) {
  const t = useText()
  const format = useMomentFormat()
  const [correction, setCorrection] = useState('')
  const [missing, setMissing] = useState(false)
  const settling = useAction({ CONFLICT: 'finder.work.gone', 'NOT-FOUND': 'finder.work.gone' }, 'finder.failed')
  const { kind } = report
  const takesValue = kind === 'phone' || kind === 'address'
  const settle = (outcome: ReportOutcome) => {
    const isMissing = outcome === 'corrected' && takesValue && correction.trim() === ''
    setMissing(isMissing)
    if (isMissing) return
    return settling.run(async () => {
      const body = { settleId: report.reportId, outcome, correction }
      onDone(await enqueue(() => api.call(settleReport, { body })))
    })
  }
  return (
    <li className={styles.report}>
      <div>
        <h2 className={styles.name}>{report.name}</h2>
        <p className={lettering.small}>{[report.brand, report.address, report.phone].filter(Boolean).join(' · ')}</p>
        <p>
          <strong>{[t(`finder.report-${kind}`), ...report.networks].join(' · ')}</strong>
          {report.note !== '' && <>: {report.note}</>}
        </p>
        <Badge tone={report.overdue ? 'danger' : 'neutral'}>
          {t(report.overdue ? 'finder.work.overdue' : 'finder.work.due', { day: format.date(report.dueOn) })}
        </Badge>
      </div>
      <div className={styles.tools}>
        {takesValue && (
          <TextField
            label={t('finder.work.correction')}
            maxLength={200}
            value={correction}
            onValue={setCorrection}
            error={missing ? t('finder.work.correction-missing') : undefined}
          />
        )}
        <div className={styles.buttons}>
          <Button busy={settling.busy} onClick={() => settle('corrected')}>
            {t(kind === 'left' ? 'finder.work.left' : 'finder.work.corrected')}
          </Button>
          <Button variant="secondary" busy={settling.busy} onClick={() => settle('right')}>
            {t('finder.work.right')}
          </Button>
          <Button variant="quiet" busy={settling.busy} onClick={() => settle('cannot-tell')}>
            {t('finder.work.cannot-tell')}
          </Button>
        </div>
        <Problem text={settling.problem} />
      </div>
    </li>
  )
}

export const view: View = { title: 'finder.work.title', Component: DirectoryDesk }
