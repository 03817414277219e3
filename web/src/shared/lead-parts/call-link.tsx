import { Phone } from 'lucide-react'
import { NumberLink } from '../../kit/phone/number-link.tsx'
import styles from './lead-parts.module.css'

/** The phone number of a lead or a client, in the form of VA-1, as a link that dials it, large enough for a finger. */
export function CallLink({ phone }: { readonly phone: string }) {
  return <NumberLink number={phone} className={styles.phone} icon={<Phone aria-hidden="true" />} />
}
