/** A connection's addresses on one of our origins; the provider must know the first three. */
export function listAddresses(origin: string, connectionId: string) {
  const base = `${origin}/sso/${connectionId}`
  return {
    entityId: base,
    answer: `${base}/answer`,
    metadata: `${base}/metadata`,
    logout: `${base}/logout`,
    start: `${base}/start`,
    password: `${base}/password`,
  }
}
