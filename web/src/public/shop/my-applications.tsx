import type { Market } from '@portico/rules/shop/lines'
import { links } from '../../base/router/links.ts'
import { readTicket } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { AppliedNotice } from './applied-notice.tsx'
import { useApplied } from './use-applied.ts'

/**
 * Leads back to the applications of the person who is here, sent or started in this browser tab (SH-1, SH-9); nothing if there are none.
 */
export function MyApplications({ market }: { readonly market: Market }) {
  const t = useText()
  const applied = useApplied()
  if (!useArea('shop-apply')) return null
  // An application that was sent and can be corrected is no longer unfinished.
  const isBegun = readTicket('continue') !== null && readTicket('application') === null
  return (
    <>
      {applied.map((one) => (
        <AppliedNotice key={`${one.planId} ${one.planYear} ${one.appliedAt}`} market={market} applied={one} />
      ))}
      {isBegun && (
        <Alert tone="info" title={t('apply.begun')}>
          <ButtonLink variant="secondary" to={links.shop(market, 'continue')}>
            {t('apply.begun.go')}
          </ButtonLink>
        </Alert>
      )}
    </>
  )
}
