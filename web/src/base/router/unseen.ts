import { decodePercent } from '@portico/rules/text/parameters'
import { sessionStore } from '../storage/storage.ts'
import { currentEntry, newEntry } from './history-entry.ts'

/**
 * Query parameters that may reveal health information (MP-28). Links contain them, but the browser's address never does: the
 * browser tab stores them with the history entry until the person signs out.
 */
const names: readonly string[] = ['searchQuery', 'words', 'provider', 'care']

/** An address in two parts. */
export interface PartedAddress {
  /** The address shown in the browser. */
  readonly seen: string
  /** The other parameters, as a query string; '' if there are none. */
  readonly unseen: string
}

export function partAddress(address: string): PartedAddress {
  const { path, search, hash } = splitAddress(address)
  const isUnseen = (pair: string) => names.includes(decodePercent((pair.split('=')[0] ?? '').replaceAll('+', ' ')))
  const pairs = search.split('&').filter((pair) => pair !== '')
  return {
    seen: withQuery(path, pairs.filter((pair) => !isUnseen(pair)).join('&'), hash),
    unseen: pairs.filter(isUnseen).join('&'),
  }
}

/** The complete address of the current entry. */
export function wholeAddress(): string {
  const { path, search, hash } = splitAddress(readAddress())
  return withQuery(path, [readUnseen(currentEntry()?.entryId), search].filter(Boolean).join('&'), hash)
}

function splitAddress(address: string) {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? []
  return { path, search, hash }
}

function readAddress(): string {
  return location.pathname + location.search + location.hash
}

function withQuery(path: string, query: string, hash: string): string {
  return `${path}${query === '' ? '' : `?${query}`}${hash}`
}

/** If storage is refused, at least the current entry still has its parameters. */
let last: { readonly entryId: string; readonly unseen: string } | null = null

const toKey = (entryId: string) => `portico.unseen.${entryId}`

/** Stores an entry's hidden parameters. */
export function keepUnseen(entryId: string, unseen: string): void {
  last = { entryId, unseen }
  if (unseen !== '') sessionStore.set(toKey(entryId), unseen)
}

function readUnseen(entryId: string | undefined): string {
  if (entryId === undefined) return ''
  const kept = sessionStore.get(toKey(entryId))
  return typeof kept === 'string' ? kept : last?.entryId === entryId ? last.unseen : ''
}

/**
 * Called at the start: removes parameters that must not be in the address, e.g. from an old bookmark. `rendered` is the address that the
 * server rendered, which includes parameters from a submitted form that the browser's address lacks.
 */
export function takeUnseen(rendered: string): void {
  const { seen, unseen } = partAddress(readAddress())
  const sent = unseen || partAddress(rendered).unseen
  if (sent === '') return
  const entry = currentEntry() ?? newEntry()
  keepUnseen(entry.entryId, sent)
  history.replaceState(entry, '', seen)
}
