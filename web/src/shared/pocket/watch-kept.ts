import { keptCards } from '@portico/contract/calls/kept-cards'
import { mayShowKept } from '@portico/rules/coverage/kept-card'
import { isSignOutReason, type SignOutReason } from '@portico/rules/session/sign-out'
import { api } from '../../base/api/api.ts'
import { isGone } from '../../base/api/is-gone.ts'
import { keepHere, takeTurn } from './keep-here.ts'
import { deleteKept, type KeptMark, readKeptMark } from './kept-cards.ts'

/**
 * Reasons after which kept cards stay: a session that merely timed out, or somebody else's. People who were away for a while still have
 * their card at the doctor's.
 */
const outlived: readonly SignOutReason[] = ['inactivity', 'too-long', 'simulation-ended']

let isWatching = false

/** Deletes the cards on this phone as soon as they may no longer be shown, and updates them for their owner (MP-12). */
export async function watchKept(): Promise<void> {
  if (!isWatching) document.addEventListener('portico:logout', endWithSession)
  isWatching = true
  const mark = await takeTurn(findMark)
  if (mark === null) return
  const { mayShow, isDue } = await api.call(keptCards, { params: { keptId: mark.keptId }, background: true })
  if (!mayShow) await deleteKept()
  else if (isDue) await keepHere({ background: true }).catch(endIfRefused)
}

/** The mark of the kept cards; null, with everything deleted, if there are none or their time is over. */
async function findMark(): Promise<KeptMark | null> {
  const mark = await readKeptMark()
  if (mark !== null && mayShowKept(mark, Date.now())) return mark
  await deleteKept()
  return null
}

/** Deletes the cards if the plan no longer offers keeping them, or there is no card any more; a network failure is no reason. */
function endIfRefused(error: unknown): Promise<void> {
  return isGone(error) ? deleteKept() : Promise.resolve()
}

function endWithSession(event: Event): void {
  const { detail: reason } = event as CustomEvent<unknown>
  if (!isSignOutReason(reason) || outlived.includes(reason)) return
  deleteKept().catch(() => {})
}
