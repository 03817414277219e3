import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './contact-form.module.css'

/** The form's shape while we check whether it is open; the view says so in words. */
export function FormSkeleton() {
  return (
    <div className={styles.form} aria-hidden="true">
      <div className={styles.pair}>
        <FieldShape />
        <FieldShape />
      </div>
      <FieldShape counted />
      <FieldShape counted tall />
      <div className={styles.callBack}>
        <div className={styles.legendShape}>
          <Skeleton shape="line" />
        </div>
        <div className={styles.pair}>
          <FieldShape />
          <FieldShape />
        </div>
      </div>
      <div className={styles.bottom}>
        <div className={styles.expectedShape}>
          <Skeleton shape="line" className={styles.labelShape} />
        </div>
        <Skeleton shape="block" className={styles.buttonsShape} />
      </div>
    </div>
  )
}

function FieldShape({ tall = false, counted = false }: { readonly tall?: boolean; readonly counted?: boolean }) {
  return (
    <div className={counted ? styles.countedShape : undefined}>
      <Skeleton shape="line" className={styles.labelShape} />
      <Skeleton shape="block" className={tall ? styles.tallShape : styles.controlShape} />
    </div>
  )
}
