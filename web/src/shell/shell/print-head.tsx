import { usePage } from '../../base/page-state.tsx'
import { useFormat } from '../../base/texts/format.ts'
import { useNow } from '../../base/use-now.ts'
import styles from './above.module.css'

/** Only on paper: the brand, the page, and the day. */
export function PrintHead() {
  const { brand, session } = usePage()
  const { dateLong } = useFormat()
  const { moment } = useNow()
  const name = session && `${session.firstName} ${session.lastName}`.trim()
  return (
    <p className={styles.head} aria-hidden="true">
      <strong>{brand.name}</strong>
      {[brand.servicePhone, name, dateLong(moment)].map((part) => part && <span key={part}>{part}</span>)}
    </p>
  )
}
