import { stubAnswer } from '../../base/api/stub-mode.ts'

/** Parameters of the address that a link within the page keeps: stub mode, and the person shown (EN-4). */
const kept = ['stubs', 'producer'] as const

/** Loads an address from the server, even if it differs from the current one only in its hash. */
export function loadPage(address: string) {
  const target = new URL(address, location.href)
  if (stubAnswer() !== null) {
    const asked = new URLSearchParams(location.search)
    for (const name of kept) {
      const value = asked.get(name)
      if (value !== null) target.searchParams.set(name, value)
    }
  }
  const isHere = target.pathname === location.pathname && target.search === location.search
  if (!isHere) {
    location.assign(target)
    return
  }
  history.replaceState(null, '', target)
  location.reload()
}
