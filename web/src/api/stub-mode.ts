let on = false

/** From now on calls are answered by canned files (EN-4). */
export function startStubMode() {
  on = true
}

export function isStubMode(): boolean {
  return on
}
