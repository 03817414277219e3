import { saveShopping, shopComparison } from '@portico/contract/calls/shop'
import { Download, Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useShopping } from '../../shared/shop-parts/basis.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './shop.module.css'
import type { toMarket } from './types.ts'

interface KeepCardProps {
  readonly market: ReturnType<typeof toMarket>
  readonly basis: Parameters<typeof api.call<typeof saveShopping>>[1]['body']['basis']
  readonly planYear: number
  readonly planIds: readonly string[]
}

/**
 * Ways to save a comparison: as PDF, and as a link that another device or an agent can open. The PDF has everything on the page; doctors
 * and drugs, which reveal health information, go into a link only on request.
 */
export function KeepCard({ market, basis, planYear, planIds }: KeepCardProps) {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  const { dateLong } = useFormat()
  const { care, withCredit } = useShopping(market)
  const saving = useAction({}, 'shop.failed')
  const [withCare, setWithCare] = useState(false)
  const [link, setLink] = useState<{ readonly of: string; readonly address: string; readonly until: string } | null>(
    null,
  )
  const common = { brand: brand.code, planYear, planIds: [...planIds] }
  const hasCare = care.doctors.length + care.drugs.length > 0
  const asked = hasCare && {
    care: {
      providerIds: care.doctors.map(({ providerId }) => providerId),
      drugIds: care.drugs.map(({ drugId }) => drugId),
    },
  }
  const wanted = { basis, ...common, withCredit, ...(withCare && asked) }
  // A link always opens the same comparison: another comparison gets another link.
  const of = JSON.stringify(wanted)
  const kept = link?.of === of ? link : null
  const file = () =>
    saving.run(async () => {
      saveAnswer(
        await api.call(shopComparison, { body: { ...basis, ...common, ...asked, withCredit } }),
        'compare-plans.pdf',
      )
    })
  const keep = () =>
    saving.run(async () => {
      const { ticket, until } = await api.call(saveShopping, { body: { saveId: newId(), ...wanted } })
      setLink({
        of,
        address: new URL(href(shopLinks.ticket(market, brand.code, 'compare', ticket)), location.href).href,
        until,
      })
    })
  return (
    <Card title={t('shop.keep')}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Button variant="secondary" busy={saving.busy} icon={<Download aria-hidden="true" />} onClick={file}>
            {t('shop.keep.pdf')}
          </Button>
          <Button variant="secondary" busy={saving.busy} icon={<LinkIcon aria-hidden="true" />} onClick={keep}>
            {t('shop.keep.link')}
          </Button>
        </div>
        {hasCare && <Checkbox checked={withCare} label={t('shop.keep.care')} onValue={setWithCare} />}
        <div role="status">
          {kept && (
            <TextField
              label={t('shop.keep.copy')}
              hint={t(withCare && hasCare ? 'shop.keep.until.care' : 'shop.keep.until', {
                until: dateLong(kept.until),
              })}
              value={kept.address}
              readOnly
            />
          )}
        </div>
        <Problem text={saving.problem} flush />
      </div>
    </Card>
  )
}
