import type { AgencyEntitlement } from '@portico/rules/agencies/entitlements'

/** The parts of the producer portal with the entitlement that each needs; null for none. */
const needs = {
  home: null,
  leads: 'leads',
  clients: 'clients',
  proposals: 'quote',
  agents: 'manage',
  figures: 'manage',
  credentials: null,
  preferences: null,
} as const satisfies Record<string, AgencyEntitlement | null>

export type ProducerPart = keyof typeof needs

/** The parts that someone with these entitlements has (AG-7). */
export function listParts(entitlements: readonly AgencyEntitlement[]): readonly ProducerPart[] {
  return (Object.keys(needs) as ProducerPart[]).filter((part) => {
    const need: AgencyEntitlement | null = needs[part]
    return need === null || entitlements.includes(need)
  })
}
