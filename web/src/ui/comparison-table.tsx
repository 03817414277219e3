import { comparisonState } from '@portico/rules/widgets/comparison'
import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Link } from '../base/router/link.tsx'
import { useText } from '../base/texts/text.tsx'
import styles from './comparison-table.module.css'

interface ComparedItem {
  readonly id: string
  readonly name: string
  /** Its own page. */
  readonly to?: string
}

export interface ComparisonTableProps {
  /** What is compared, e.g. `Plans for 2027`. */
  readonly title: string
  /** At least two. */
  readonly items: readonly ComparedItem[]
  readonly rows: readonly {
    readonly id: string
    readonly label: string
    readonly cell: (itemId: string) => ReactNode
  }[]
  /** Further rows that load later. */
  readonly later?: ReactNode
  /** The owner must remove the item from `items`. */
  readonly onRemove: (itemId: string) => void
}

/** Things compared side by side (MN-4): each can be removed until two are left. Scrolls sideways within itself. */
export function ComparisonTable({ title, items, rows, later, onRemove }: ComparisonTableProps) {
  const t = useText()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { removable, count } = comparisonState(items.length + 1)
  const remove = (id: string) => {
    // The focused button disappears with its column.
    heading.current?.focus()
    onRemove(id)
  }
  return (
    <section className={styles.comparison} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <p role="status" className={styles.count}>
          {t('ui.compared', { count })}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby={titleId}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td className={styles.corner} />
              {items.map(({ id, name, to }) => (
                <th key={id} scope="col">
                  <span className={styles.item}>
                    {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
                    {removable && (
                      <button
                        type="button"
                        className={styles.remove}
                        aria-label={t('ui.removeCompared', { name })}
                        onClick={() => remove(id)}
                      >
                        <X aria-hidden="true" />
                      </button>
                    )}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, label, cell }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                {items.map((item) => (
                  <td key={item.id}>{cell(item.id)}</td>
                ))}
              </tr>
            ))}
            {later}
          </tbody>
        </table>
      </section>
    </section>
  )
}
