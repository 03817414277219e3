/** An agency with one of the regions that it sells in. */
export interface AgencyRegion {
  readonly agencyId: string
  readonly region: string
}

/** Of the saved preferences, what a choice goes by (AG-2). */
interface Remembered {
  readonly rememberAgencyRegion: boolean
  readonly agencyIdPref: string | null
  readonly regionPref: string | null
}

export type ChosenBy = 'stored' | 'preference' | 'only'

/**
 * For which agency and region someone works now (AG-1): as they have chosen in this session, then as their preference says where it
 * is to be remembered, then where there is no choice to make. What is not theirs anymore counts as not chosen. Null: they have
 * to choose.
 */
export function chosenAgency<Choice extends AgencyRegion>(
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
