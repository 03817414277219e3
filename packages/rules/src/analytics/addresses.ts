/** Whether a setting can be the address of a tag image or a script: https, without a query of its own. */
export function isTagAddress(address: string): boolean {
  return /^https:\/\/[a-z0-9.-]+(:\d{1,5})?\/[\w./-]*$/.test(address)
}

/** Origin of an absolute address; null for a path on our own host. */
export function originOfAddress(address: string): string | null {
  return /^https:\/\/[^/]+/.exec(address)?.[0] ?? null
}

/** Whether a script may be loaded: its origin is on the operator's list. */
export function isAllowedScript(address: string, origins: readonly string[]): boolean {
  const origin = isTagAddress(address) ? originOfAddress(address) : null
  return origin !== null && origins.includes(origin)
}
