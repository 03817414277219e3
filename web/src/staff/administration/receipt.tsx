import type { PayloadOf } from '@portico/contract/call'
import type { dataDesk } from '@portico/contract/calls/people-data'
import { findReceiptPart, receiptParts } from '@portico/rules/staff/receipt-parts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from './administration.module.css'

interface ReceiptProps {
  readonly receipt: PayloadOf<typeof dataDesk>['erasures'][number]['receipt']
  /** Nothing has been done yet. */
  readonly isPreview?: boolean
}

/** What an erasure deleted and kept, in words for its tables: the proof of the erasure, which names no one. */
export function Receipt({ receipt, isPreview = false }: ReceiptProps) {
  const t = useText()
  const { dateLong } = useFormat()
  const { erased, kept, again } = receipt
  const keptRows = Object.entries(kept).map(([table, { rows }]) => [table, rows] as const)
  const kind = isPreview ? 'preview' : 'receipt'
  return (
    <details open={isPreview}>
      <summary>{t(`administration.data.${isPreview ? 'preview-title' : 'receipt'}`)}</summary>
      <ul className={styles.plain}>
        {sumByPart(Object.entries(erased)).map(({ part, rows }) => (
          <li key={part}>
            {t(`administration.data.${kind}-erased`, { part: t(`administration.data.part-${part}`), rows })}
          </li>
        ))}
        {sumByPart(keptRows).map(({ part, rows }) => (
          <li key={part}>
            {t(`administration.data.${kind}-kept`, {
              part: t(`administration.data.part-${part}`),
              rows,
              why: t(`administration.data.why-${toReason(part)}`),
            })}
          </li>
        ))}
      </ul>
      {again !== null && <p>{t('administration.data.receipt-again', { day: dateLong(again) })}</p>}
    </details>
  )
}

function sumByPart(counts: readonly (readonly [table: string, rows: number])[]) {
  return receiptParts.flatMap((part) => {
    const rows = counts.reduce((sum, [table, some]) => (findReceiptPart(table) === part ? sum + some : sum), 0)
    return rows === 0 ? [] : [{ part, rows }]
  })
}

/** Why the records of a part stay. */
function toReason(part: (typeof receiptParts)[number]) {
  return part === 'money' || part === 'messages' ? part : 'proof'
}
