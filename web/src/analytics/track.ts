import type { Happening } from '@portico/rules/analytics/events'

/** Most happenings that wait for the tags to be loaded; without tags no one ever comes for them. */
const maxEarly = 20

let tell: ((happening: Happening) => void) | null = null
let early: Happening[] = []

/** Tells that something was done (MC-7); what decides whether it is sent is loaded after the page. */
export function track(happening: Happening) {
  if (tell) tell(happening)
  else if (early.length < maxEarly) early.push(happening)
}

/** From now on happenings go here, also those that came before; returns a function that stops it. */
export function listen(to: (happening: Happening) => void): () => void {
  tell = to
  for (const happening of early) to(happening)
  early = []
  return () => {
    tell = null
  }
}
