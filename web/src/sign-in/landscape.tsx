import { classes } from '../ui/classes.ts'
import styles from './landscape.module.css'

/** Hills under a rising sun, drawn in the brand's own colours. Decoration. */
export function Landscape({ className }: { readonly className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 640 400"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={classes(styles.landscape, className)}
    >
      <g className={styles.halo}>
        <circle cx="452" cy="182" r="150" />
        <circle cx="452" cy="182" r="108" />
        <circle cx="452" cy="182" r="72" />
      </g>
      <circle cx="452" cy="182" r="42" className={styles.sun} />
      <path className={styles.ridge} d="M0 236c60-30 112-44 170-30s96 40 150 24 92-66 160-66 104 40 160 52v184H0z" />
      <path className={styles.farHill} d="M0 274c70-14 128-52 206-46s112 58 184 60 150-42 250-30v142H0z" />
      <path className={styles.middleHill} d="M0 318c82-34 170-40 262-12s190 26 262-4c42-18 80-24 116-22v120H0z" />
      <path
        className={styles.path}
        d="M404 400c-34-22-74-30-92-44s8-22 34-30c22-7 30-13 16-20 26 6 30 16 10 25-22 10-34 14-18 22 26 13 74 21 118 47z"
      />
      <g className={styles.trees}>
        <path d="M122 306v-34" />
        <ellipse cx="122" cy="256" rx="17" ry="26" />
        <path d="M162 312v-24" />
        <ellipse cx="162" cy="276" rx="12" ry="19" />
        <path d="M546 300v-26" />
        <ellipse cx="546" cy="258" rx="15" ry="23" />
      </g>
      <path className={styles.nearHill} d="M0 372c110-40 232-44 330-18s206 30 310-10v56H0z" />
      <g className={styles.house}>
        <path d="M226 306v-26l22-18 22 18v26z" />
        <path className={styles.door} d="M244 306v-13a4 4 0 0 1 8 0v13z" />
      </g>
    </svg>
  )
}
