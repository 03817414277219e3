import { openApplicationDraft } from '@portico/contract/calls/shop-applying'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { isGone } from '../../base/api/is-gone.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { readTicket } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { changeShopping } from '../../shared/shop-parts/basis.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { findOtherBrand } from './find-other-brand.ts'
import { OtherBrand } from './other-brand.tsx'
import styles from './shop.module.css'
import { toMarket } from './types.ts'

/** Continues an unfinished application where it was left, on any device (SH-9). */
function Continue({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { brand } = usePage()
  const navigate = useNavigate()
  const [ticket] = useState(() => (typeof window === 'undefined' ? null : readTicket('continue')))
  const { value, failed, failure, loading, reload } = useLoaded(
    (signal) => api.call(openApplicationDraft, { body: { ticket: ticket ?? '', brand: brand.code }, signal }),
    { wanted: ticket !== null },
  )
  useEffect(() => {
    if (value === null) return
    // The application's own shop, whichever shop leads here.
    const { market: own, zipCode, county, people, income } = value.basis
    changeShopping(own, { basis: { zipCode, county, people, income }, planYear: value.planYear })
    navigate(shopLinks.apply(own, value.planId, value.planYear), { replace: true })
  }, [value, navigate])
  const elsewhere = findOtherBrand(failure)
  return (
    <Page title={t('apply.title')} className={styles.view}>
      {value !== null || (loading && !failed) ? (
        <Skeleton shape="block" />
      ) : elsewhere !== null && ticket !== null ? (
        <OtherBrand brand={elsewhere} market={market} part="continue" ticket={ticket} />
      ) : failed && !isGone(failure) ? (
        <FailedCard onRetry={reload} />
      ) : (
        <EmptyState
          title={t('apply.gone')}
          text={t('apply.gone.text')}
          action={<ButtonLink to={links.shop(market)}>{t('shop.back')}</ButtonLink>}
        />
      )}
    </Page>
  )
}

export const view: View = { title: 'apply.title', Component: Continue }
