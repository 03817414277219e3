import type { SentTo } from '@portico/contract/call'
import type { listMessages } from '@portico/contract/calls/messages'
import { links } from '../router/links.ts'
import { type PageSize, pageSizes } from '../ui/pagination.tsx'

export const folders = ['inbox', 'sent'] as const
export type Folder = (typeof folders)[number]

export const sortings = ['newest', 'oldest', 'subject', 'from'] as const
export type Sorting = (typeof sortings)[number]

/** What part of which folder is shown (MC-2). It lives in the address, so that Back, reload and a bookmark find it again. */
export interface ListQuery {
  readonly folder: Folder
  /** 1-based. */
  readonly page: number
  readonly pageSize: PageSize
  readonly sorting: Sorting
}

export const defaultQuery: ListQuery = { folder: 'inbox', page: 1, pageSize: 10, sorting: 'newest' }

const lastPage = 100_000

/** How a folder can be sorted: everything in Sent is from the member, so its sender sorts nothing. */
export function sortingsOf(folder: Folder): readonly Sorting[] {
  return folder === 'sent' ? sortings.filter((sorting) => sorting !== 'from') : sortings
}

/** Reads the parameters of an address; what makes no sense in them becomes the default. */
export function readListQuery(params: Readonly<Record<string, string>>): ListQuery {
  const folder = folders.find((one) => one === params.folder) ?? defaultQuery.folder
  const page = /^[1-9]\d{0,5}$/.test(params.page ?? '') ? Number(params.page) : defaultQuery.page
  return {
    folder,
    page: Math.min(page, lastPage),
    pageSize: pageSizes.find((size) => String(size) === params.pageSize) ?? defaultQuery.pageSize,
    sorting: sortingsOf(folder).find((one) => one === params.sorting) ?? defaultQuery.sorting,
  }
}

/** The address of a list, or of a message with its list behind it. Nothing in it tells of a person's health. */
export function addressOf(query: ListQuery, messageId: string | null = null): string {
  const given = Object.entries(query).filter(([name, value]) => value !== defaultQuery[name as keyof ListQuery])
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const address = messageId === null ? links.messageCenter() : links.message(messageId)
  return params === '' ? address : `${address}?${params}`
}

/** Identifies a list among those loaded. */
export function queryKey(query: ListQuery): string {
  return `${query.folder} ${query.page} ${query.pageSize} ${query.sorting}`
}

const orders = {
  newest: { sort: 'date', order: 'desc' },
  oldest: { sort: 'date', order: 'asc' },
  subject: { sort: 'subject', order: 'asc' },
  from: { sort: 'from', order: 'asc' },
} as const

type CallQuery = NonNullable<SentTo<typeof listMessages>['query']>

/** The same for the call. */
export function callQuery({ folder, page, pageSize, sorting }: ListQuery): CallQuery {
  return { folder, page: String(page), pageSize: `${pageSize}`, ...orders[sorting] }
}

/** The page to show instead of one beyond the end: messages may have gone, or the address may be old. */
export function pageWithin({ page, pageSize }: Pick<ListQuery, 'page' | 'pageSize'>, total: number): number {
  return Math.min(page, Math.max(1, Math.ceil(total / pageSize)))
}

/** The query with more or fewer items a page, still showing the item that was first. */
export function withPageSize(query: ListQuery, pageSize: PageSize): ListQuery {
  const first = (query.page - 1) * query.pageSize
  return { ...query, pageSize, page: Math.floor(first / pageSize) + 1 }
}
