import type { SentTo } from '@portico/contract/call'
import type { listMessages } from '@portico/contract/calls/messages'
import type { MessageFolder } from '@portico/rules/messages/folders'
import { type ListOrder, type ListPreference, listOrders } from '@portico/rules/messages/list-order'
import { listPage, type PageSize, readPageSize } from '@portico/rules/widgets/item-list'
import { links } from '../../base/router/links.ts'

/** In the order of the rail; drafts are not messages, and have a list of their own. */
export const folders = ['inbox', 'drafts', 'sent', 'deleted'] as const satisfies readonly (MessageFolder | 'drafts')[]
export type Folder = (typeof folders)[number]

export type MailSorting = ListOrder
export const sortings = Object.keys(listOrders) as MailSorting[]

/** The part of a folder that is shown (MC-2). It is in the address, so that Back, reload and bookmarks work. */
export interface MailListQuery {
  readonly folder: Folder
  /** 1-based. */
  readonly page: number
  readonly pageSize: PageSize
  readonly sorting: MailSorting
  /** Whether a search in the folder replaces the list; its words are not in any address. */
  readonly searching: boolean
}

/** How a list is shown to people who have never chosen (MN-5). */
export const usualList: ListPreference = { pageSize: 10, sorting: 'newest' }

/** What an address without parameters shows. */
export function startQuery(preferred = usualList): MailListQuery {
  return { folder: 'inbox', page: 1, searching: false, ...preferred }
}

const lastPage = 100_000

/** How a folder can be sorted: in Sent everything is from the member, so sorting by sender makes no sense. */
export function listSortings(folder: Folder): readonly MailSorting[] {
  return folder === 'sent' ? sortings.filter((sorting) => sorting !== 'from') : sortings
}

/** Reads the parameters of an address; for missing or invalid ones, the person's preferences apply. */
export function readMailQuery(params: Readonly<Record<string, string>>, preferred = usualList): MailListQuery {
  const start = startQuery(preferred)
  const folder = folders.find((one) => one === params.folder) ?? start.folder
  const page = /^[1-9]\d{0,5}$/.test(params.page ?? '') ? Number(params.page) : start.page
  const known = listSortings(folder)
  return {
    folder,
    page: Math.min(page, lastPage),
    pageSize: readPageSize(params.pageSize ?? String(preferred.pageSize)),
    sorting: known.find((one) => one === params.sorting) ?? known.find((one) => one === preferred.sorting) ?? 'newest',
    searching: params.searching === 'true' && folder !== 'drafts',
  }
}

/** The address of a list, or of a message with its list. It contains nothing about a person's health. */
export function mailboxAddress(query: MailListQuery, messageId: string | null = null, preferred = usualList): string {
  const start = startQuery(preferred)
  const given = Object.entries(query).filter(([name, value]) => value !== start[name as keyof MailListQuery])
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const address = messageId === null ? links.screen('message-center') : links.message(messageId)
  return params === '' ? address : `${address}?${params}`
}

/** Identifies a list among those loaded. */
export function queryKey(query: MailListQuery): string {
  return `${query.folder} ${query.page} ${query.pageSize} ${query.sorting}`
}

type CallQuery = NonNullable<SentTo<typeof listMessages>['query']>

/** The query for the call, which does not cover drafts. */
export function callQuery({ folder, page, pageSize, sorting }: MailListQuery): CallQuery | null {
  if (folder === 'drafts') return null
  return { folder, page: String(page), pageSize: `${pageSize}`, threads: 'true', ...listOrders[sorting] }
}

/** The page to show instead of one beyond the end: messages may be gone, or the address may be old. */
export function pageWithin({ page, pageSize }: Pick<MailListQuery, 'page' | 'pageSize'>, total: number): number {
  return listPage({ page, pageSize, total }).page
}
