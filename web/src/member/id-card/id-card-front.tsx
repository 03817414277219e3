import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { CardFace } from './card-face.ts'
import styles from './id-card.module.css'
import { spellOut, splitForReading } from './member-number.ts'

/** The member and the plan: what a doctor's office copies first. */
export function IdCardFront({ card }: { readonly card: CardFace }) {
  const t = useText()
  const { brand } = usePage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a side of a card is not a fieldset
    <div className={`${styles.face} ${styles.front}`} role="group" aria-label={t('id-card.front')}>
      <Pattern />
      <div className={styles.top}>
        <p className={styles.brand}>
          <span className={styles.mark}>
            <img src={brand.mark} alt="" width="28" height="28" />
          </span>
          {brand.name}
        </p>
        <p className={styles.plan}>
          <VisuallyHidden>{t('id-card.plan')} </VisuallyHidden>
          {card.planName}
        </p>
      </div>
      <div>
        <p className={styles.label}>{t('id-card.member-id')}</p>
        <p className={styles.number}>
          <span className={styles.groups} aria-hidden="true">
            <Grouped number={card.memberNumber} />
          </span>
          <span className={styles.spelled}>{spellOut(card.memberNumber)}</span>
        </p>
      </div>
      <div className={styles.bottom}>
        <dl className={styles.facts}>
          <div>
            <dt className={styles.label}>{t('id-card.member')}</dt>
            <dd className={styles.strong}>
              {card.firstName} {card.lastName}
            </dd>
          </div>
          <div>
            <dt className={styles.label}>{t('id-card.group')}</dt>
            <dd className={styles.strong}>{card.groupNumber}</dd>
          </div>
        </dl>
        {card.coverageKinds.length > 0 && (
          <ul className={styles.kinds} aria-label={t('id-card.covers')}>
            {card.coverageKinds.map((kind) => (
              <li key={kind}>{t(`id-card.${kind}`)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Groups are separated only by CSS, so that a copied number has no spaces. */
function Grouped({ number }: { readonly number: string }) {
  let at = 0
  return splitForReading(number).map((group) => {
    at += group.length
    return <span key={at}>{group}</span>
  })
}

function Pattern() {
  return (
    <svg className={styles.pattern} viewBox="0 0 400 252" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <circle cx="352" cy="222" r="92" />
      <circle cx="352" cy="222" r="142" />
      <circle cx="352" cy="222" r="196" />
      <circle cx="352" cy="222" r="254" />
    </svg>
  )
}
