import { classes } from '../ui/classes.ts'
import styles from './landscape.module.css'

/** A home among hills at sunrise, drawn in the brand's own colours. Decoration. */
export function Landscape({ className }: { readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 640 420" aria-hidden="true" className={classes(styles.landscape, className)}>
      <g className={styles.glow}>
        <circle cx="440" cy="190" r="164" />
        <circle cx="440" cy="190" r="118" />
        <circle cx="440" cy="190" r="78" />
      </g>
      <circle cx="440" cy="190" r="44" className={styles.sun} />
      <g className={styles.cloud}>
        <path d="M316 214a8 8 0 0 1 8-8h10a12 12 0 0 1 23-3 10 10 0 0 1 12 3h5a8 8 0 0 1 0 16h-50a8 8 0 0 1-8-8z" />
        <path d="M520 118a9 9 0 0 1 9-9h12a14 14 0 0 1 27-3 11 11 0 0 1 14 3h5a9 9 0 0 1 0 18h-58a9 9 0 0 1-9-9z" />
      </g>
      <path className={styles.bird} d="M536 172q7-9 14 0q7-9 14 0M576 188q5-7 10 0q5-7 10 0" />

      <path className={styles.ridge} d="M0 262c44-24 92-58 150-52s84 44 136 40 92-48 154-46 120 50 200 62v160H0z" />
      <path className={styles.farHill} d="M0 290c60-8 110-36 184-34s126 46 196 48 168-48 260-30v150H0z" />
      <g className={styles.trees}>
        <path d="M506 288v-18M532 284v-24M556 284v-16" />
        <ellipse cx="506" cy="262" rx="9" ry="14" />
        <ellipse cx="532" cy="248" rx="12" ry="19" />
        <ellipse cx="556" cy="260" rx="8" ry="13" />
      </g>
      <path className={styles.middleHill} d="M0 334c70-30 156-46 250-32s190 36 268 26 88-24 122-28v120H0z" />
      <path
        className={styles.furrow}
        d="M430 336c66 14 140 10 210-16M470 358c62 8 116 2 170-18M520 376c44 4 84-2 120-14"
      />
      <path
        className={styles.path}
        d="M258 318c50 4 110 12 112 26 2 13-66 16-64 32 2 17 52 30 82 44h92c-40-12-116-24-120-42-4-16 62-20 60-36-2-18-96-24-154-28z"
      />
      <path
        className={styles.nearHill}
        d="M0 366c74-22 158-22 226 2 50 18 96 36 140 52H0zM640 372c-54 2-112 22-156 48h156z"
      />

      <g className={styles.trees}>
        <path d="M150 318v-38M184 314v-26M330 322v-22" />
        <ellipse cx="150" cy="262" rx="19" ry="31" />
        <ellipse cx="184" cy="278" rx="12" ry="20" />
        <ellipse cx="330" cy="292" rx="10" ry="17" />
      </g>
      <path className={styles.wall} d="M224 284h58v36h-58z" />
      <path className={styles.roof} d="M214 287l39-32 39 32z" />
      <path className={styles.door} d="M246 320v-15a7 7 0 0 1 14 0v15z" />
      <path className={styles.window} d="M230 294h9v9h-9zM267 294h9v9h-9z" />
    </svg>
  )
}
