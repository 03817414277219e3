/** An agency with one of the regions that it sells in. */
export interface AgencyRegion {
  readonly agencyId: string
  readonly region: string
}

/** The saved preferences that matter for the choice (AG-2). */
interface Remembered {
  readonly rememberAgencyRegion: boolean
  readonly agencyIdPref: string | null
  readonly regionPref: string | null
}

export type ChosenBy = 'stored' | 'preference' | 'only'

/**
 * The agency and region someone works for now (AG-1): the one chosen in this session, else the remembered preference, else the only
 * choice there is. A choice that is no longer theirs is ignored. Null: they have to choose.
 */
export function chooseAgency<Choice extends AgencyRegion>(
  choices: readonly Choice[],
  { stored, preference }: { readonly stored: AgencyRegion | null; readonly preference: Remembered | null },
): { readonly choice: Choice; readonly by: ChosenBy } | null {
  const find = (agencyId: string | null, region: string | null) =>
    choices.find((one) => one.agencyId === agencyId && one.region === region)
  const asStored = stored && find(stored.agencyId, stored.region)
  if (asStored) return { choice: asStored, by: 'stored' }
  const asPreferred = preference?.rememberAgencyRegion && find(preference.agencyIdPref, preference.regionPref)
  if (asPreferred) return { choice: asPreferred, by: 'preference' }
  const [only, ...others] = choices
  return only !== undefined && others.length === 0 ? { choice: only, by: 'only' } : null
}
