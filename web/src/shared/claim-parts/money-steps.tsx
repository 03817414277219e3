import type { ReactNode } from 'react'
import { useFormat } from '../../base/texts/format.ts'
import lettering from '../../kit/layout/lettering.module.css'
import styles from './money-steps.module.css'

export interface MoneyStep {
  readonly id: string
  readonly name: string
  readonly cents: number
  readonly text: ReactNode
}

/** How an amount is calculated, step by step in plain words: for a claim (MP-4), or for future care (MP-26). */
export function MoneySteps({ steps }: { readonly steps: readonly MoneyStep[] }) {
  const format = useFormat()
  return (
    <ol className={styles.steps}>
      {steps.map(({ id, name, cents, text }) => (
        <li key={id} className={styles.step}>
          <p className={styles.name}>
            <span>{name}</span>
            <strong>{format.money(cents)}</strong>
          </p>
          <p className={lettering.muted}>{text}</p>
        </li>
      ))}
    </ol>
  )
}
