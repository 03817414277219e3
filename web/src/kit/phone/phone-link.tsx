import type { ReactNode } from 'react'
import { usePage } from '../../base/page-state.tsx'

interface PhoneLinkProps {
  readonly className?: string | undefined
  /** Left out: the brand's service phone. */
  readonly number?: string | undefined
  readonly icon?: ReactNode
}

/** A phone number as a link that dials it; text without a number stays plain text (BR-10). */
export function PhoneLink({ className, number, icon }: PhoneLinkProps) {
  const { brand } = usePage()
  const servicePhone = number ?? brand.servicePhone
  const digits = servicePhone.replace(/\D/g, '')
  if (digits.length < 10) return <span className={className}>{servicePhone}</span>
  return (
    <a href={`tel:+${digits.length === 10 ? `1${digits}` : digits}`} className={className}>
      {icon}
      <bdi dir="ltr">{servicePhone}</bdi>
    </a>
  )
}
