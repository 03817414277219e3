/** How many items a page of a list can have (MN-5); the first is the default. */
export const pageSizes = [10, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

export interface ListPosition {
  /** 1-based. */
  readonly page: number
  readonly pageSize: PageSize
  readonly total: number
}

export interface ListPage {
  /** At least 1, and at most the last page. */
  readonly page: number
  readonly pages: number
  /** 1-based numbers of the items on it; 0 and 0 in an empty list. */
  readonly first: number
  readonly last: number
  /** With ten items or fewer, all fit on any page, and there is nothing to choose. */
  readonly offersPageSize: boolean
}

/** The part of a list that a page shows (MN-5). */
export function listPage({ page, pageSize, total }: ListPosition): ListPage {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const within = Math.min(Math.max(1, page), pages)
  return {
    page: within,
    pages,
    first: Math.min(total, (within - 1) * pageSize + 1),
    last: Math.min(total, within * pageSize),
    offersPageSize: total > pageSizes[0],
  }
}

/** A list's query with another page size, still showing the item that was first. */
export function withPageSize<Query extends Pick<ListPosition, 'page' | 'pageSize'>>(
  query: Query,
  next: PageSize,
): Query {
  return { ...query, pageSize: next, page: Math.floor(((query.page - 1) * query.pageSize) / next) + 1 }
}

/** The page size in a text, else the default. */
export function readPageSize(text: string | undefined): PageSize {
  return pageSizes.find((size) => String(size) === text) ?? pageSizes[0]
}
