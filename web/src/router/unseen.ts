import { decodePercent } from '@portico/rules/text/parameters'
import { sessionStore } from '../storage/storage.ts'
import { currentEntry, newEntry } from './history-entry.ts'

/**
 * Parameters of a query that may tell of someone's health (MP-28). An address that leads somewhere names them; the browser's
 * address never has them: the tab keeps them with the entry of its history, until the sign-out clears it.
 */
const names: readonly string[] = ['searchQuery', 'words', 'provider']

/** An address in two parts. */
export interface PartedAddress {
  /** What the browser's address is. */
  readonly seen: string
  /** The other parameters, as a query has them; '' where there are none. */
  readonly unseen: string
}

export function partAddress(address: string): PartedAddress {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? []
  const isUnseen = (pair: string) => names.includes(decodePercent((pair.split('=')[0] ?? '').replaceAll('+', ' ')))
  const pairs = search.split('&').filter((pair) => pair !== '')
  return {
    seen: withQuery(path, pairs.filter((pair) => !isUnseen(pair)).join('&'), hash),
    unseen: pairs.filter(isUnseen).join('&'),
  }
}

/** The whole address of the entry that is shown. */
export function wholeAddress(): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(seenAddress()) ?? []
  return withQuery(path, [unseenOf(currentEntry()?.entryId), search].filter(Boolean).join('&'), hash)
}

function seenAddress(): string {
  return location.pathname + location.search + location.hash
}

function withQuery(path: string, query: string, hash: string): string {
  return `${path}${query === '' ? '' : `?${query}`}${hash}`
}

/** Where storage is refused, the entry that is shown still has what leads to it. */
let last: { readonly entryId: string; readonly unseen: string } | null = null

const keyOf = (entryId: string) => `portico.unseen.${entryId}`

/** Keeps for an entry what its address does not say. */
export function keepUnseen(entryId: string, unseen: string): void {
  last = { entryId, unseen }
  if (unseen !== '') sessionStore.set(keyOf(entryId), unseen)
}

function unseenOf(entryId: string | undefined): string {
  if (entryId === undefined) return ''
  const kept = sessionStore.get(keyOf(entryId))
  return typeof kept === 'string' ? kept : last?.entryId === entryId ? last.unseen : ''
}

/**
 * At the start: takes out of the address what it should not have, e.g. of an old bookmark. `rendered` is the address that the server
 * rendered: it names what a form has sent, which the browser's does not.
 */
export function takeUnseen(rendered: string): void {
  const { seen, unseen } = partAddress(seenAddress())
  const sent = unseen || partAddress(rendered).unseen
  if (sent === '') return
  const entry = currentEntry() ?? newEntry()
  keepUnseen(entry.entryId, sent)
  history.replaceState(entry, '', seen)
}
