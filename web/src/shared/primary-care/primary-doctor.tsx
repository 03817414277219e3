import { primaryCare } from '@portico/contract/calls/primary-care'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './primary-care.module.css'

const load = (signal: AbortSignal) => api.call(primaryCare, { signal })

/** The primary doctor with the phone number, or a link to choose one; a failure is shown in place. */
export function PrimaryDoctor() {
  const t = useText()
  const { dateLong } = useFormat()
  const ready = useArea('primary-doctor')
  const isOwn = !usePage().session?.simulation
  const { value, failed, reload } = useLoaded(load)
  if (ready && failed) return <ErrorState title={t('primary-doctor.failed')} onRetry={reload} />
  if (!ready || value === null) return <Skeleton shape="line" />
  const { primaryCare: doctor, isChoice, isCovered } = value
  if (doctor === null && !isCovered) return <p>{t('primary-doctor.no-coverage')}</p>
  if (doctor === null) {
    return (
      <div className={styles.doctor}>
        <p>{t(!isChoice ? 'primary-doctor.no-list' : isOwn ? 'primary-doctor.none' : 'primary-doctor.none-of')}</p>
        {isChoice && isOwn && (
          <ButtonLink to={links.findDoctor({ words: 'primary care' })} variant="secondary">
            {t('primary-doctor.find')}
          </ButtonLink>
        )}
      </div>
    )
  }
  return (
    <div className={styles.doctor}>
      <div>
        <p className={styles.name}>{doctor.name}</p>
        <p className={lettering.small}>
          {doctor.phone !== null && (
            <>
              <PhoneLink number={doctor.phone} />
              {' · '}
            </>
          )}
          {t('primary-doctor.since', { day: dateLong(doctor.chosenOn) })}
        </p>
      </div>
      <ButtonLink to={links.findDoctor({ provider: doctor.providerId })} variant="secondary">
        {t('primary-doctor.open')}
      </ButtonLink>
    </div>
  )
}
