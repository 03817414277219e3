/** The most groups of one person that we accept at a sign-in. */
export const maxGroups = 500

/** The groups that an answer names, without duplicates. */
export function readGroupNames(values: readonly string[]): readonly string[] {
  return [...new Set(values.map((name) => name.trim()).filter(Boolean))].slice(0, maxGroups).sort()
}

/** Entra sends these in place of too many groups: the first in SAML, the second in tokens for pages without a server. */
const linkToGroups = 'http://schemas.microsoft.com/claims/groups.link'
const hasGroups = 'hasgroups'
/** Entra's substitute in any other token: it names the claims to fetch elsewhere (OpenID Connect Core, 5.6.2). */
const elsewhere = '_claim_names'

/**
 * Whether an answer leaves out groups because there are too many to send or to accept. For someone without groups, an answer has
 * neither the claim nor a substitute (OS-67).
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
