import type { ReactNode } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Card } from '../../ui/card.tsx'
import { IdCard } from '../id-card/id-card.tsx'
import type { OverviewData } from './types.ts'

/** The ID card, or that there is none, as on Coverage: a card of coverage that has ended is shown to no doctor (MP-1, MP-4). */
export function CardPlace({ overview, more }: { readonly overview: OverviewData; readonly more: ReactNode }) {
  const t = useText()
  if (overview.standing !== 'ended') return <IdCard card={overview} more={more} />
  return (
    <Card title={t('id-card.title')}>
      <p>{t('id-card.none')}</p>
    </Card>
  )
}
