import { classes } from './classes.ts'
import styles from './meter.module.css'

export interface MeterProps {
  /** What is measured, for screen readers. */
  readonly label: string
  readonly value: number
  /** A maximum of 0 shows a full bar. */
  readonly max: number
  /** The value in words, e.g. `$860 of $1,500 used`. */
  readonly valueText: string
  readonly className?: string | undefined
}

const width = 1000

/** A bar, drawn in SVG, which can be sized without inline styles; the platform's meter is there for screen readers. */
export function Meter({ label, value, max, valueText, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1
  const filled = Math.round(share * width)
  return (
    <div className={classes(styles.bar, className)}>
      <meter
        min={0}
        max={Math.max(max, 1)}
        value={max > 0 ? Math.min(value, max) : 1}
        aria-label={label}
        aria-valuetext={valueText}
        className={styles.hidden}
      />
      <svg viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true" className={styles.drawing}>
        <rect width={filled} height="10" className={styles.fill} />
      </svg>
    </div>
  )
}
