import { Skeleton } from '../ui/skeleton.tsx'
import styles from './contact-form.module.css'

/** The form's shape while it is asked whether it is open; said in words by the view. */
export function FormSkeleton() {
  return (
    <div className={styles.form} aria-hidden="true">
      <div className={styles.pair}>
        <FieldShape />
        <FieldShape />
      </div>
      <FieldShape />
      <FieldShape tall />
      <div className={styles.pair}>
        <FieldShape />
        <FieldShape />
      </div>
    </div>
  )
}

function FieldShape({ tall = false }: { readonly tall?: boolean }) {
  return (
    <div>
      <Skeleton shape="line" className={styles.labelShape} />
      <Skeleton shape="block" className={tall ? styles.tallShape : styles.controlShape} />
    </div>
  )
}
