import { premiumReceipt } from '@portico/contract/calls/premium'
import { api } from '../api/api.ts'
import { useFormat } from '../texts/format.ts'
import { useText } from '../texts/text.tsx'
import { Card } from '../ui/card.tsx'
import styles from './bills-card.module.css'
import { FileButton } from './file-button.tsx'
import type { AccountData, MoveData } from './types.ts'

/** The newest stand open, the others behind a heading. */
const shownFirst = 6

/** What was paid and what went back, newest first, each with its receipt. */
export function HistoryCard({ account: { history, moreHistory } }: { readonly account: AccountData }) {
  const t = useText()
  return (
    <Card title={t('premium.history')}>
      {history.length === 0 ? (
        <p className={styles.meta}>{t('premium.history-none')}</p>
      ) : (
        <Moves moves={history.slice(0, shownFirst)} />
      )}
      {history.length > shownFirst && (
        <details className={styles.older}>
          <summary>{t('premium.history-older', { count: history.length - shownFirst })}</summary>
          <Moves moves={history.slice(shownFirst)} />
        </details>
      )}
      {moreHistory && <p className={styles.meta}>{t('premium.history-more')}</p>}
    </Card>
  )
}

function Moves({ moves }: { readonly moves: readonly MoveData[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its marks a list is no list to some screen readers
    <ul className={styles.moves} role="list">
      {moves.map((move) => (
        <Move key={move.moveId} move={move} />
      ))}
    </ul>
  )
}

function Move({ move }: { readonly move: MoveData }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { kind, way, amountCents, note, date } = move
  const what = t(`premium.move-${kind}`)
  return (
    <li>
      <span className={styles.name}>{what}</span>
      <span className={styles.amount}>{money(amountCents)}</span>
      <span className={styles.meta}>
        {dateLong(date)}
        {way !== null && <> · {t(`premium.way-${way}`)}</>}
        {note !== null && <> · {note}</>}
      </span>
      {kind !== 'adjustment' && (
        <FileButton
          name={`receipt-${date}.pdf`}
          label={t('premium.receipt-of', { what, day: dateLong(date) })}
          fetchFile={() => api.call(premiumReceipt, { params: { moveId: move.moveId } })}
        >
          {t('premium.receipt')}
        </FileButton>
      )}
    </li>
  )
}
