import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './message-list.module.css'

/** The list's shape while it is loaded. */
export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {[1, 2, 3, 4, 5].map((line) => (
        <div key={line} className={styles.skeleton}>
          <Skeleton shape="line" className={styles.skeletonSubject} />
          <Skeleton shape="line" />
        </div>
      ))}
    </div>
  )
}
