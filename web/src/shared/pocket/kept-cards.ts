import type { PayloadOf } from '@portico/contract/call'
import type { keepCards } from '@portico/contract/calls/kept-cards'
import { type KeptTimes, mayShowKept } from '@portico/rules/coverage/kept-card'

/** The ID cards and phone numbers that a phone keeps (MP-12): sealed, and with a key that no script can read. */

export type KeptData = PayloadOf<typeof keepCards>

/** The page that shows the cards; its worker serves nothing else. */
export const pocketPath = '/pocket/'
/** Name of the database, and of the worker's cache of the page, which is the same for everyone. */
const pocketName = 'portico-pocket'
/** Tells the page in other tabs that there is nothing left to show. */
const goneMessage = 'gone'

/** The unsealed data beside the cards: it does not say whose they are. */
export interface KeptMark extends KeptTimes {
  readonly keptId: string
}

interface Row extends KeptMark {
  readonly key: CryptoKey
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

const storeName = 'kept'
const rowKey = 'cards'
const algorithm = 'AES-GCM'

/** A key that can be stored but not read. Throws if the browser cannot store keys, as in some private windows. */
export async function makeKey(): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
  await withStore('readwrite', (store) => store.put(key, 'trial'))
  await withStore('readwrite', (store) => store.delete('trial'))
  return key
}

export async function writeKept(keptId: string, data: KeptData, key: CryptoKey): Promise<void> {
  const times = { keptAt: Date.parse(data.keptAt), until: Date.parse(data.until) }
  const mark: KeptMark = { keptId, ...times, seenAt: times.keptAt }
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(
    { name: algorithm, iv, additionalData: bindTo(mark) },
    key,
    new TextEncoder().encode(JSON.stringify(data)),
  )
  await withStore('readwrite', (store) => store.put({ ...mark, key, iv, sealed } satisfies Row, rowKey))
}

/** The mark of the kept cards, without opening them; null: there are none. */
export async function readKeptMark(): Promise<KeptMark | null> {
  return (await readRow()) ?? null
}

/** Opens the kept cards; returns null and deletes them if their time is over or if anyone has changed them. */
export async function openKept(now: number): Promise<KeptData | null> {
  const row = await readRow()
  if (row === undefined) return null
  const data = mayShowKept(row, now) ? await unseal(row).catch(() => null) : null
  if (data === null) await deleteKept()
  else await withStore('readwrite', (store) => store.put({ ...row, seenAt: Math.max(row.seenAt, now) }, rowKey))
  return data
}

async function unseal({ key, iv, sealed, ...mark }: Row): Promise<KeptData> {
  const bytes = await crypto.subtle.decrypt({ name: algorithm, iv, additionalData: bindTo(mark) }, key, sealed)
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** Binds the sealed cards to their times: they open only with the same ones. */
function bindTo({ keptId, keptAt, until }: KeptMark): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([keptId, keptAt, until]))
}

/** Deletes the cards with their key, and the page that shows them. */
export async function deleteKept(): Promise<void> {
  const channel = new BroadcastChannel(pocketName)
  channel.postMessage(goneMessage)
  channel.close()
  // All start at once, without waiting for each other: the page may be left at any moment.
  await Promise.all([
    settle(indexedDB.deleteDatabase(pocketName)),
    caches.delete(pocketName),
    navigator.serviceWorker.getRegistration(pocketPath).then((one) => one?.unregister()),
  ])
}

export function onKeptGone(hide: () => void): void {
  new BroadcastChannel(pocketName).addEventListener('message', ({ data }) => {
    if (data === goneMessage) hide()
  })
}

function readRow(): Promise<Row | undefined> {
  return withStore<Row | undefined>('readonly', (store) => store.get(rowKey))
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T>
async function withStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open(pocketName, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  const database = await settle(opening)
  try {
    const transaction = database.transaction(storeName, mode)
    const result = await settle(work(transaction.objectStore(storeName)))
    return result
  } finally {
    // An open database would block its deletion.
    database.close()
  }
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
