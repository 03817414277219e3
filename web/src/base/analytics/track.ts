import type { TagOccurrence } from '@portico/rules/analytics/events'

/** How many events wait for the tags to load; without tags they are never collected. */
const maxEarly = 20

let tell: ((happening: TagOccurrence) => void) | null = null
let early: TagOccurrence[] = []

/** Reports an event (MC-7); the code that decides whether to send it loads after the page. */
export function track(happening: TagOccurrence) {
  if (tell) tell(happening)
  else if (early.length < maxEarly) early.push(happening)
}

/** Delivers events from now on, with those that came before; returns a function that stops it. */
export function listen(to: (happening: TagOccurrence) => void): () => void {
  tell = to
  for (const happening of early) to(happening)
  early = []
  return () => {
    tell = null
  }
}
