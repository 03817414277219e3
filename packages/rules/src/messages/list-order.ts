import { type PageSize, pageSizes } from '../widgets/item-list.ts'

/** Orders of the message list (MC-2), each with the query that it stands for. */
export const listOrders = {
  newest: { sort: 'date', order: 'desc' },
  oldest: { sort: 'date', order: 'asc' },
  subject: { sort: 'subject', order: 'asc' },
  from: { sort: 'from', order: 'asc' },
} as const

export type ListOrder = keyof typeof listOrders

/** How a person last sorted and filtered their messages; the server keeps it for them (ST-2). */
export interface ListPreference {
  readonly pageSize: PageSize
  readonly sorting: ListOrder
}

/** Where the preference is kept. */
export const LIST_PREFERENCE_KEY = 'message-center.list'

/** A stored preference; null for anything else. */
export function readListPreference(value: unknown): ListPreference | null {
  if (typeof value !== 'object' || value === null) return null
  const stored = value as Record<string, unknown>
  const pageSize = pageSizes.find((size) => size === stored.pageSize)
  const sorting = (Object.keys(listOrders) as ListOrder[]).find((order) => order === stored.sorting)
  return pageSize === undefined || sorting === undefined ? null : { pageSize, sorting }
}
