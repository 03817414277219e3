import type { PageTimers } from '@portico/contract/page'
import { isVendorAlive, VENDOR_COOKIE, vendorAddress } from '@portico/rules/session/keep-alive'
import { REQUEST_TIMEOUT_MS } from '@portico/rules/timing'
import { reportNoSession } from '../../base/api/problems.ts'
import { deleteCookie, readCookie } from '../../base/storage/page-cookies.ts'

/**
 * Calls the configured paths at the configured interval (SE-3): ours, with whether the person has done anything since the last
 * call, and the vendor's if a cookie names one. Returns a function that stops it.
 */
export function startKeepAlive(timers: PageTimers, lastActivity: () => number): () => void {
  const { keepAliveMs, keepAlivePath, vendorKeepAlive } = timers
  let asked = Date.now()
  const timer = setInterval(() => {
    const active = lastActivity() > asked
    asked = Date.now()
    if (keepAlivePath !== null) keepOurs(`${keepAlivePath}?active=${active}`)
    if (vendorKeepAlive !== null) keepVendor(vendorKeepAlive)
  }, keepAliveMs)
  return () => clearInterval(timer)
}

async function keepOurs(address: string) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(() => null)
  if (answer?.status === 401) reportNoSession()
}

async function keepVendor(template: string) {
  const address = vendorAddress(template, readCookie(VENDOR_COOKIE))
  if (address !== null && !(await isAlive(address))) deleteCookie(VENDOR_COOKIE)
}

/** The vendor keeps its session with its own cookies. */
async function isAlive(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const answer = await fetch(address, { credentials: 'include', signal })
    return answer.ok && isVendorAlive(await answer.text())
  } catch {
    return false
  }
}
