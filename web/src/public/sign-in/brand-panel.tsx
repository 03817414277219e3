import { Check } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Landscape } from '../../shared/landscape/landscape.tsx'
import styles from './brand-panel.module.css'
import type { Offer } from './offers.ts'

/** What people can do here, in front of a landscape in the brand's colors. */
export function BrandPanel({ offers }: { readonly offers: readonly Offer[] }) {
  const t = useText()
  const { brand } = usePage()
  return (
    <aside className={styles.panel} aria-label={brand.name}>
      <Landscape className={styles.landscape} />
      <div className={styles.words}>
        <p className={styles.tagline}>{brand.tagline}</p>
        <ul className={styles.offers}>
          {offers.map(({ text: offer }) => (
            <li key={offer}>
              <Check aria-hidden="true" />
              {t(offer)}
            </li>
          ))}
        </ul>
        <p className={styles.call}>
          <RichText id="signIn.questions" elements={{ phone: () => <PhoneLink /> }} />
          <br />
          {brand.customerServiceHours}
        </p>
      </div>
    </aside>
  )
}
