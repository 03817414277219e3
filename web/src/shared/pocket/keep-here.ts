import { dropCards, keepCards } from '@portico/contract/calls/kept-cards'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { deleteKept, makeKey, pocketPath, readKeptMark, writeKept } from './kept-cards.ts'

const lockName = 'portico.pocket'

/** Thrown where a browser keeps nothing, as in many private windows. */
class CannotKeep extends Error {
  override readonly name = 'CannotKeep'
}

/** Whether this browser has what it takes; a private window may still refuse. */
export function hasPocket(): boolean {
  return 'serviceWorker' in navigator && 'indexedDB' in window && 'caches' in window && isSecureContext
}

/** One after the other, in all tabs: what is being kept is not yet to be found, and must not be taken for a left-over. */
export async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  return await (navigator.locks ? navigator.locks.request(lockName, work) : work())
}

/** Keeps the signed-in member's ID cards on this phone, or keeps them anew; returns until when. What was kept before stays if it fails. */
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

/** Deletes what is kept here, whether or not the server can be told. */
export async function keepNoMore(): Promise<void> {
  const mark = await readKeptMark()
  await deleteKept()
  if (mark !== null) await api.call(dropCards, { params: { keptId: mark.keptId } }).catch(() => {})
}

/** The worker of the page for the cards, once it holds that page; it handles no other one. */
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
