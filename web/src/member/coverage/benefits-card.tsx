import { toAuthored } from '@portico/rules/languages/authored'
import { limits } from '@portico/rules/limits'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText, useTexts } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './benefits-card.module.css'
import { BenefitsTable } from './benefits-table.tsx'
import { findBenefits } from './find-benefits.ts'
import type { PlanData } from './types.ts'

/** What the plan pays in and out of network; words such as "x-ray" filter the list. They never leave the page. */
export function BenefitsCard({ plan }: { readonly plan: PlanData }) {
  const t = useText()
  const { language } = useTexts()
  const { dateLong } = useFormat()
  // Dental and eye care have no prices to compare, as in the shortcuts of the home page.
  const mayCost = useMay('claims') && plan.kind === 'medical'
  const [search, setSearch] = useState('')
  const found = findBenefits(plan.benefits, search, toAuthored(language))
  const isSearched = search.trim() !== ''
  if (plan.benefits.length === 0) {
    const isOver = plan.standing === 'ended'
    return (
      <Card title={t('coverage.benefits')}>
        <EmptyState
          icon={<ListChecks />}
          title={t(isOver ? 'coverage.benefits-ended-title' : 'coverage.benefits-none-title')}
          text={t(isOver ? 'coverage.benefits-ended' : 'coverage.benefits-none')}
          action={<PhoneLink />}
        />
      </Card>
    )
  }
  return (
    <Card title={t('coverage.benefits')}>
      <p className={lettering.muted}>{t('coverage.benefits-about')}</p>
      {mayCost && (
        <p className={lettering.muted}>
          <Link to={links.careCost()}>{t('coverage.see-cost')}</Link>
        </p>
      )}
      <search className={styles.search}>
        <TextField
          type="search"
          label={t('coverage.search')}
          hint={t('coverage.search-hint')}
          autoComplete="off"
          maxLength={limits.search.max}
          value={search}
          onValue={setSearch}
        />
      </search>
      <SafetyHelp text={search} />
      <p role="status" className={styles.found}>
        {isSearched && t('coverage.found', { count: found.length })}
      </p>
      {found.length > 0 ? (
        <BenefitsTable benefits={found} caption={t('coverage.benefits')} />
      ) : (
        <div className={styles.none}>
          <p>{t('coverage.nothing-found')}</p>
          <Button variant="secondary" onClick={() => setSearch('')}>
            {t('coverage.search-clear')}
          </Button>
        </div>
      )}
      {plan.loadedAt !== null && (
        <p className={styles.loaded}>{t('coverage.loaded', { day: dateLong(plan.loadedAt) })}</p>
      )}
    </Card>
  )
}
