import { formatPhone } from '@portico/rules/validation/phone'
import type { ComponentProps } from 'react'
import { PhoneLink } from './phone-link.tsx'

interface NumberLinkProps extends ComponentProps<typeof PhoneLink> {
  readonly number: string
}

/** The number of a person or a place, however its source writes it, in the one form of VA-1, as a link that dials it. */
export function NumberLink({ number, ...props }: NumberLinkProps) {
  return <PhoneLink number={formatPhone(number)} {...props} />
}
