import { keptCards } from '@portico/contract/calls/kept-cards'
import { mayShowKept } from '@portico/rules/coverage/kept-card'
import { isSignOutReason, type SignOutReason } from '@portico/rules/session/sign-out'
import { api } from '../../base/api/api.ts'
import { isGone } from '../../base/api/is-gone.ts'
import { keepHere, takeTurn } from './keep-here.ts'
import { deleteKept, type KeptMark, readKeptMark } from './kept-cards.ts'

/** Those of a session that merely ran out, or of somebody else's: whoever was away for a while still has their card at the doctor's. */
const outlived: readonly SignOutReason[] = ['inactivity', 'too-long', 'simulation-ended']

let isWatching = false

/** Ends what this phone keeps as soon as it may not be shown anymore, and brings it up to date for the one whose it is (MP-12). */
export async function watchKept(): Promise<void> {
  if (!isWatching) document.addEventListener('portico:logout', endWithSession)
  isWatching = true
  const mark = await takeTurn(findMark)
  if (mark === null) return
  const { mayShow, isDue } = await api.call(keptCards, { params: { keptId: mark.keptId }, background: true })
  if (!mayShow) await deleteKept()
  else if (isDue) await keepHere({ background: true }).catch(endIfRefused)
}

/** What is kept here; null, and nothing of it is left, if there is nothing or its time is over. */
async function findMark(): Promise<KeptMark | null> {
  const mark = await readKeptMark()
  if (mark !== null && mayShowKept(mark, Date.now())) return mark
  await deleteKept()
  return null
}

/** The plan may offer it no longer, or there may be no card anymore; a network that failed is no reason. */
function endIfRefused(error: unknown): Promise<void> {
  return isGone(error) ? deleteKept() : Promise.resolve()
}

function endWithSession(event: Event): void {
  const { detail: reason } = event as CustomEvent<unknown>
  if (!isSignOutReason(reason) || outlived.includes(reason)) return
  deleteKept().catch(() => {})
}
