/** The most groups of one person that a sign-in may bring. */
export const maxGroups = 500

/** The groups that an answer names, each once. */
export function readGroupNames(values: readonly string[]): readonly string[] {
  return [...new Set(values.map((name) => name.trim()).filter(Boolean))].slice(0, maxGroups).sort()
}

/** What stands in an answer of Entra in the place of groups that are too many for it: in SAML, and in a token for pages without a server. */
const linkToGroups = 'http://schemas.microsoft.com/claims/groups.link'
const hasGroups = 'hasgroups'
/** What stands there in any other token, and names the claims that are to be fetched elsewhere (OpenID Connect Core, 5.6.2). */
const elsewhere = '_claim_names'

/**
 * Whether an answer tells that someone is in groups, but not all of them: there are too many to send, or to take. Someone who is in none has
 * neither the claim nor anything in its place (OS-67).
 */
export function omitsGroups(sent: Readonly<Record<string, unknown>>, groupsClaim: string): boolean {
  if (groupsClaim === '') return false
  const read = (name: string) => (Object.hasOwn(sent, name) ? sent[name] : undefined)
  const named = [read(groupsClaim) ?? []].flat()
  if (named.length > 0) return named.length > maxGroups
  const distributed = read(elsewhere)
  return (
    read(linkToGroups) !== undefined ||
    String(read(hasGroups)) === 'true' ||
    (typeof distributed === 'object' &&
      distributed !== null &&
      ['groups', groupsClaim].some((name) => Object.hasOwn(distributed, name)))
  )
}
