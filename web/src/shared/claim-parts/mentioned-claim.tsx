import { openClaim } from '@portico/contract/calls/claims'
import { ReceiptText, X } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ClaimData } from './claim-looks.ts'
import styles from './mention.module.css'

export interface MentionedClaimProps {
  readonly claimId: string
  readonly appeal: boolean
  /** The claim as loaded for the address; null until it is loaded. */
  readonly known: ClaimData | null
  readonly readOnly: boolean
  readonly onRemove: () => void
}

/** The claim attached to a message being written, and a button to remove it (MP-8, MP-9). */
export function MentionedClaim({ claimId, appeal, known, readOnly, onRemove }: MentionedClaimProps) {
  const t = useText()
  const format = useFormat()
  const ready = useArea('claim-mention')
  const { value: claim, failed } = useLoaded(
    async (signal) => known ?? (await api.call(openClaim, { params: { claimId }, signal })),
    { key: claimId },
  )
  if (!ready || (claim === null && !failed)) return <Skeleton shape="block" />
  return (
    <div className={styles.mention}>
      <ReceiptText aria-hidden="true" />
      <div>
        <p className={styles.title}>{t(appeal ? 'claim-mention.appeal' : 'claim-mention.question')}</p>
        {claim === null ? (
          <p>{t('claim-mention.gone')}</p>
        ) : (
          <>
            <p>{aboutText(claim)}</p>
            {appeal && claim.appeal !== null && <AppealDays appeal={claim.appeal} day={claim.appealBy} />}
          </>
        )}
      </div>
      {!readOnly && (
        <Button variant="quiet" icon={<X aria-hidden="true" />} onClick={onRemove}>
          {t('claim-mention.remove')}
        </Button>
      )}
    </div>
  )

  function aboutText({ providerName, serviceFrom, claimNumber }: ClaimData): string {
    const provider = providerName ?? t('claim-mention.no-provider')
    return t('claim-mention.about', { provider, day: format.dateLong(serviceFrom), number: claimNumber })
  }
}

interface AppealDaysProps {
  readonly appeal: NonNullable<ClaimData['appeal']>
  /** The last day, `yyyy-mm-dd`. */
  readonly day: string | null
}

/** The deadline for sending an appeal, and for the answer. */
function AppealDays({ appeal, day }: AppealDaysProps) {
  const t = useText()
  const format = useFormat()
  const { daysLeft, answerBy } = appeal
  return (
    <p className={lettering.small}>
      {day !== null && daysLeft !== null && t('claim-mention.deadline', { day: format.dateLong(day), count: daysLeft })}{' '}
      {t('claim-mention.answer', { day: format.dateLong(answerBy) })}
    </p>
  )
}
