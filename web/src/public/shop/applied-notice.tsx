import type { Market } from '@portico/rules/shop/lines'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { keepTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { Applied } from './use-applied.ts'

interface AppliedProps {
  readonly market: Market
  readonly applied: Applied
}

/**
 * Says that the person has already applied, before they type it all again, and lets them continue, correct or withdraw that application
 * (SH-9).
 */
export function AppliedNotice({ market, applied }: AppliedProps) {
  const t = useText()
  const { dateLong } = useFormat()
  const { planName, planYear, appliedAt, state } = applied
  return (
    <Alert tone="info" title={t('apply.applied', { plan: planName, year: planYear, day: dateLong(appliedAt) })}>
      <p>{t(state === 'pending' ? 'apply.applied.pending' : 'apply.applied.done')}</p>
      <OpenButton market={market} applied={applied} />
    </Alert>
  )
}

/** The same in one line, instead of the link to apply. */
export function AppliedLine({ market, applied }: AppliedProps) {
  const t = useText()
  const { dateLong } = useFormat()
  if (!useArea('shop-apply')) return null
  return (
    <>
      <p className={lettering.small}>{t('apply.applied.in-cart', { day: dateLong(applied.appliedAt) })}</p>
      <OpenButton market={market} applied={applied} />
    </>
  )
}

function OpenButton({ market, applied: { ticket } }: AppliedProps) {
  const t = useText()
  const navigate = useNavigate()
  if (ticket === null) return null
  return (
    <Button
      variant="secondary"
      onClick={() => {
        keepTicket('application', ticket)
        navigate(links.shop(market, 'application'))
      }}
    >
      {t('apply.problem.before.open')}
    </Button>
  )
}
