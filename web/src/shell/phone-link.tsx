import { usePage } from '../page-state.tsx'

/** The brand's service phone as a link that dials it; a text without a number stays plain text (BR-10). */
export function PhoneLink({ className }: { readonly className?: string | undefined }) {
  const { servicePhone } = usePage().brand
  const digits = servicePhone.replace(/\D/g, '')
  if (digits.length < 10) return <span className={className}>{servicePhone}</span>
  return (
    <a href={`tel:+${digits.length === 10 ? `1${digits}` : digits}`} className={className}>
      <bdi dir="ltr">{servicePhone}</bdi>
    </a>
  )
}
