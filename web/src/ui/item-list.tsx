import { listPage, type PageSize, pageSizes, withPageSize } from '@portico/rules/widgets/item-list'
import { type ReactNode, useState } from 'react'
import styles from './item-list.module.css'
import { Pagination } from './pagination.tsx'

export interface ItemListProps<Item> {
  /** What the items are, for screen readers. */
  readonly label: string
  /** All of them; a list that is paged by the server uses `Pagination` itself. */
  readonly items: readonly Item[]
  readonly toKey: (item: Item) => string
  readonly children: (item: Item) => ReactNode
}

/** A list with pages of 10, 50 or 100 (MN-5). */
export function ItemList<Item>({ label, items, toKey, children }: ItemListProps<Item>) {
  const [wanted, setWanted] = useState<{ page: number; pageSize: PageSize }>({ page: 1, pageSize: pageSizes[0] })
  const { pageSize } = wanted
  const { page, first, last } = listPage({ ...wanted, total: items.length })
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.list} role="list" aria-label={label}>
        {items.slice(Math.max(0, first - 1), last).map((item) => (
          <li key={toKey(item)} className={styles.item}>
            {children(item)}
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageSize={pageSize}
        total={items.length}
        onPage={(next) => setWanted({ page: next, pageSize })}
        onPageSize={(next) => setWanted(withPageSize({ page, pageSize }, next))}
      />
    </div>
  )
}
