import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './care.module.css'
import { tierText } from './tier-text.ts'
import type { CareStanding } from './use-plan-care.ts'

const icons = { yes: CircleCheck, no: CircleX, unknown: CircleHelp } as const
const iconOf = {
  in: 'yes',
  out: 'no',
  unknown: 'unknown',
  listed: 'yes',
  'not-listed': 'no',
} as const

/** How a plan covers someone's doctors and drugs; where this is not known, it says so. */
export function CareLines({ standing }: { readonly standing: CareStanding | null }) {
  const t = useText()
  if (standing === null) return null
  const { doctors, drugs, told } = standing
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.lines} role="list" aria-label={t('care.lines')}>
      {doctors.map(({ providerId, name }, at) => {
        const is = told.doctors[at] ?? 'unknown'
        return (
          <Line key={providerId} icon={iconOf[is]}>
            {t(`care.${is}`, { name })}
          </Line>
        )
      })}
      {told.drugs === null && drugs.length > 0 && <Line icon="no">{t('care.no-drugs')}</Line>}
      {told.drugs?.map((drug, at) => {
        const { drugId, name } = drugs[at] ?? { drugId: `${at}`, name: '' }
        const is = drug.standing
        return (
          <Line key={drugId} icon={iconOf[is]}>
            {is === 'listed' ? t('care.listed', { name, tier: tierText(t, drug) }) : t(drugTexts[is], { name })}
          </Line>
        )
      })}
    </ul>
  )
}

const drugTexts = { 'not-listed': 'care.not-listed', unknown: 'care.drug-unknown' } as const

function Line({ icon, children }: { readonly icon: keyof typeof icons; readonly children: ReactNode }) {
  const Icon = icons[icon]
  return (
    <li className={classes(styles.line, icon === 'yes' && styles.good)}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
