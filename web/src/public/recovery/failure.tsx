import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'

export type RecoveryFailure = 'other' | 'tooMany' | 'wrongAnswers'

/** Why an attempt failed. */
export function toRecoveryFailure(error: unknown): RecoveryFailure {
  if (!(error instanceof ApiError)) return 'other'
  if (error.entries.some(({ field }) => field === 'answers')) return 'wrongAnswers'
  return error.code === 'TOO-MANY-REQUESTS' ? 'tooMany' : 'other'
}

export function RecoveryFailureNotice({ failure }: { readonly failure: RecoveryFailure | null }) {
  const t = useText()
  const { brand } = usePage()
  if (failure === null) return null
  return (
    <Alert tone="danger" role="alert" title={t(`recovery.failed.${failure}.title`)}>
      <p>
        <RichText
          id={`recovery.failed.${failure}.text`}
          values={{ hours: brand.customerServiceHours }}
          elements={{ phone: () => <PhoneLink /> }}
        />
      </p>
    </Alert>
  )
}
