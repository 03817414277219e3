/** The name of a service area; null: the file does not say. */
interface ServiceArea {
  readonly serviceArea: string
  readonly issuer: string | null
  readonly dentalOnly: boolean | null
}

/** The key of a service area: different issuers, or dental and other plans, may use the same id for different areas (IM-9). */
export function areaKey({ serviceArea, issuer, dentalOnly }: ServiceArea): string {
  const kind = dentalOnly === null ? null : dentalOnly ? 'dental' : 'not-dental'
  return [issuer, serviceArea, kind].filter((part) => part !== null).join(' ')
}

/** The key of a plan's service area among those of a file, which may say less than the plan does; null: none matches. */
export function areaOfPlan(plan: ServiceArea, areas: { has(key: string): boolean }): string | null {
  // Plans stored earlier lack both fields.
  const { serviceArea, issuer = null, dentalOnly = null } = plan
  const names = [
    { serviceArea, issuer, dentalOnly },
    { serviceArea, issuer, dentalOnly: null },
    { serviceArea, issuer: null, dentalOnly },
    { serviceArea, issuer: null, dentalOnly: null },
  ]
  return names.map(areaKey).find((key) => areas.has(key)) ?? null
}
