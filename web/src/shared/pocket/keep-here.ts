import { dropCards, keepCards } from '@portico/contract/calls/kept-cards'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { deleteKept, makeKey, pocketPath, readKeptMark, writeKept } from './kept-cards.ts'

const lockName = 'portico.pocket'

/** Thrown if the browser cannot store anything, as in many private windows. */
class CannotKeep extends Error {
  override readonly name = 'CannotKeep'
}

/** Whether this browser has the required features; a private window may still refuse. */
export function hasPocket(): boolean {
  return 'serviceWorker' in navigator && 'indexedDB' in window && 'caches' in window && isSecureContext
}

/** Runs work one at a time across all tabs: cards that are just being stored cannot be found yet, and must not be taken for leftovers. */
export async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  return await (navigator.locks ? navigator.locks.request(lockName, work) : work())
}

/** Keeps the signed-in member's ID cards on this phone, or renews them; returns until when. If it fails, previously kept cards stay. */
export function keepHere(options: { readonly background?: boolean } = {}): Promise<string> {
  return takeTurn(() => keepNow(options))
}

async function keepNow(options: { readonly background?: boolean }): Promise<string> {
  const known = await readKeptMark().catch(() => null)
  try {
    const key = await makeKey().catch(refuse)
    await startWorker().catch(refuse)
    const keptId = known?.keptId ?? newId()
    const data = await api.call(keepCards, { body: { keptId }, ...options })
    await writeKept(keptId, data, key)
    return data.until
  } catch (error) {
    if (known === null) await deleteKept().catch(() => {})
    throw error
  }
}

/** Deletes the cards kept here, whether or not the server can be told. */
export async function keepNoMore(): Promise<void> {
  const mark = await readKeptMark()
  await deleteKept()
  if (mark !== null) await api.call(dropCards, { params: { keptId: mark.keptId } }).catch(() => {})
}

/** Starts the service worker of the page for the cards, and waits until it has stored that page; it handles no other page. */
async function startWorker(): Promise<void> {
  const { active, waiting, installing } = await navigator.serviceWorker.register(`${pocketPath}worker.js`, {
    scope: pocketPath,
  })
  const worker = active ?? waiting ?? installing
  if (worker === null) throw new CannotKeep()
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new CannotKeep())
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

function refuse(): never {
  throw new CannotKeep()
}
