import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './registration.module.css'

export type RegistrationFailure = 'noMatch' | 'guardian' | 'guardianEnd' | 'tooMany' | 'other'

/** Why an attempt failed. */
export function toRegistrationFailure(error: unknown): RegistrationFailure {
  if (!(error instanceof ApiError)) return 'other'
  if (error.entries.some(({ field }) => field === 'coverage')) return 'noMatch'
  if (error.entries.some(({ field }) => field === 'guardian')) return 'guardian'
  return error.code === 'TOO-MANY-REQUESTS' ? 'tooMany' : 'other'
}

/** What failed, and the only way forward: the brand's phone. */
export function RegistrationFailureNotice({ failure }: { readonly failure: RegistrationFailure | null }) {
  const t = useText()
  const { brand } = usePage()
  if (failure === null) return null
  return (
    <Alert tone="danger" role="alert" title={t(`registration.failed.${failure}.title`)}>
      <p>
        <RichText
          id={`registration.failed.${failure}.text`}
          values={{ hours: brand.customerServiceHours }}
          elements={{
            phone: () => <PhoneLink className={styles.phone} />,
            forgot: (words) => <Link to={links.screen('forgot-username')}>{words}</Link>,
          }}
        />
      </p>
    </Alert>
  )
}
