import { type Age, ageNames, type QueueView, queueViews } from '@portico/rules/workspace/work'
import { links } from '../../base/router/links.ts'

/** Which part of the queues is shown. It is in the address and reveals nothing about anyone. */
export interface QueueFilter {
  readonly view: QueueView
  readonly brand: string
  readonly categoryId: string
  readonly age: Age | ''
}

const code = /^[\w-]{1,40}$/

/** Reads the parameters of an address; invalid ones are ignored. */
export function readFilter(params: Readonly<Record<string, string>>): QueueFilter {
  const word = (name: string) => (code.test(params[name] ?? '') ? (params[name] ?? '') : '')
  return {
    view: queueViews.find((one) => one === params.view) ?? 'open',
    brand: word('brand'),
    categoryId: word('category'),
    age: ageNames.find((one) => one === params.age) ?? '',
  }
}

/** The address of a queue, or of a conversation with its queue. */
export function workspaceAddress(
  { view, brand, categoryId, age }: QueueFilter,
  threadId: string | null = null,
): string {
  const given = Object.entries({ view: view === 'open' ? '' : view, brand, category: categoryId, age })
  const params = new URLSearchParams(given.filter(([, value]) => value !== '')).toString()
  const address = links.workspace(threadId ?? undefined)
  return params === '' ? address : `${address}?${params}`
}

/** The filter in the form that the call takes, without empty parameters. */
export function callQuery({ view, brand, categoryId, age }: QueueFilter, after: string | null) {
  return {
    view,
    ...(brand !== '' && { brand }),
    ...(categoryId !== '' && { categoryId }),
    ...(age !== '' && { age }),
    ...(after !== null && { after }),
  }
}
