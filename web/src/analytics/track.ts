import type { TagOccurrence } from '@portico/rules/analytics/events'

/** Most happenings that wait for the tags to be loaded; without tags no one ever comes for them. */
const maxEarly = 20

let tell: ((happening: TagOccurrence) => void) | null = null
let early: TagOccurrence[] = []

/** Tells that something was done (MC-7); what decides whether it is sent is loaded after the page. */
export function track(happening: TagOccurrence) {
  if (tell) tell(happening)
  else if (early.length < maxEarly) early.push(happening)
}

/** From now on happenings go here, also those that came before; returns a function that stops it. */
export function listen(to: (happening: TagOccurrence) => void): () => void {
  tell = to
  for (const happening of early) to(happening)
  early = []
  return () => {
    tell = null
  }
}
