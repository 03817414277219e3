import type { PayloadOf } from '@portico/contract/call'
import { spendingOutlook } from '@portico/contract/calls/spending'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './outlook.module.css'
import { OutlookLimits } from './outlook-limits.tsx'
import { OutlookLines } from './outlook-lines.tsx'
import { OutlookSums } from './outlook-sums.tsx'

export type OutlookData = PayloadOf<typeof spendingOutlook>

const load = (signal: AbortSignal) => api.call(spendingOutlook, { query: {}, signal })

/** The costs still expected this plan year, against what is left of limits and accounts (MP-10). */
export function Outlook() {
  const ready = useArea('outlook')
  const { value, failed, reload } = useLoaded<OutlookData>(load)
  if (!ready)
    return (
      <Card>
        <Skeleton shape="line" />
      </Card>
    )
  return <OutlookCard outlook={value} failed={failed} onRetry={reload} />
}

interface OutlookCardProps {
  readonly outlook: OutlookData | null
  readonly failed: boolean
  readonly onRetry: () => void
}

function OutlookCard({ outlook, failed, onRetry }: OutlookCardProps) {
  const t = useText()
  const name = useViewedName()
  return (
    <Card title={name === null ? t('outlook.title') : t('outlook.title-of', { name })}>
      {failed ? (
        <ErrorState title={t('outlook.failed')} onRetry={onRetry} />
      ) : outlook === null ? (
        <>
          <Skeleton shape="line" />
          <VisuallyHidden>
            <span role="status">{t('outlook.loading')}</span>
          </VisuallyHidden>
        </>
      ) : (
        <OutlookParts outlook={outlook} />
      )}
    </Card>
  )
}

/** The outlook, once it is loaded. */
export function OutlookParts({ outlook }: { readonly outlook: OutlookData }) {
  const t = useText()
  const { dateLong } = useFormat()
  const { plan, lines, loadedAt, checkups, sumCents } = outlook
  // If only free care has a price, the rest may cost anything; so may care that the plan has not reported.
  const unpriced = countUnpriced(outlook)
  const isUnknown = sumCents === null || (sumCents === 0 && (unpriced > 0 || loadedAt === null))
  if (plan === null) return <p>{t('outlook.no-plan')}</p>
  return (
    <div className={styles.parts}>
      <p className={lettering.small}>{t('outlook.about', { day: dateLong(plan.ends), plan: plan.name })}</p>
      {lines.length === 0 ? (
        <p>{t(loadedAt === null ? 'outlook.not-loaded' : 'outlook.nothing')}</p>
      ) : (
        <Likely cents={isUnknown ? null : outlook.likelyCents} unpriced={unpriced} />
      )}
      <OutlookLimits outlook={outlook} isUnknown={isUnknown} />
      {lines.length > 0 && <OutlookLines lines={lines} />}
      {!isUnknown && <OutlookSums outlook={outlook} />}
      <div className={lettering.small}>
        {checkups === 'private' && <p>{t('outlook.checkups-private')}</p>}
        {loadedAt === null && lines.length > 0 && <p>{t('outlook.not-loaded')}</p>}
        {lines.length > 0 && <p>{t('outlook.notes')}</p>}
      </div>
    </div>
  )
}

/** How many expected lines have no known price. A one-time prescription is listed, but no more of it is known to come. */
function countUnpriced({ lines }: OutlookData): number {
  return lines.filter(({ cents, why }) => cents === null && why !== 'once').length
}

interface LikelyProps {
  /** Null: not known. */
  readonly cents: number | null
  /** How many more lines have no price. */
  readonly unpriced: number
}

function Likely({ cents, unpriced }: LikelyProps) {
  const t = useText()
  const { money } = useFormat()
  return (
    <div>
      <p className={styles.likely}>
        <strong>
          {cents === null
            ? t('outlook.likely-unknown')
            : cents === 0
              ? money(0)
              : t('outlook.likely-amount', { amount: money(cents) })}
        </strong>{' '}
        <span>{t('outlook.likely')}</span>
      </p>
      {cents !== null && unpriced > 0 && <p>{t('outlook.more', { count: unpriced })}</p>}
    </div>
  )
}
