import { searchClaims } from '@portico/contract/calls/claims'
import { findServices } from '@portico/contract/calls/cost'
import { benefits } from '@portico/contract/calls/coverage'
import { findProviders, memberFinder } from '@portico/contract/calls/finder'
import { searchFormulary } from '@portico/contract/calls/medicines'
import { toAuthored } from '@portico/rules/languages/authored'
import type { SearchParts } from '@portico/rules/search/parts'
import { rankFound } from '@portico/rules/search/rank'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useMay } from '../../session/acting/use-may.ts'

/** How many results a group shows; its link leads to the others. */
const max = 5
/** How many claims the results page requests; the list of claims has the others. */
const maxClaims = '10'
/** The drug list is searched only for at least this many letters. */
const minOfDrugs = 2

export type Groups = ReturnType<typeof useGroups>

/**
 * The results other than content (MP-28): providers, care and its price, the plan's drugs, the member's own claims and documents.
 * Each is requested separately, so that none delays the others; the words are in request bodies.
 */
export function useGroups(term: string, { products }: SearchParts) {
  const { session, language, brand } = usePage()
  const [mayClaims, mayPapers] = [useMay('claims'), useMay('coverage')]
  const isMember = session?.role === 'MEMBER'
  // No one else may know where a member lives and which providers they have saved.
  const isThemselves = isMember && session.simulation === null
  const own = (may: boolean) => ({ key: term, wanted: products && isMember && may })

  const doctors = useLoaded(
    async (signal) => {
      const mine = isThemselves ? await api.call(memberFinder, { signal }) : null
      const body = { brand: brand.code, text: term, place: mine?.zip ?? '' }
      const { entries, total } = await api.call(findProviders, { body, signal })
      const once = [...new Map(entries.map((one) => [one.providerId, one])).values()]
      return { entries: once.slice(0, max), total }
    },
    { key: term, wanted: products && (session === null || isMember) },
  )
  const services = useLoaded(
    async (signal) => (await api.call(findServices, { body: { search: term }, signal })).services.slice(0, max),
    own(mayClaims),
  )
  const drugs = useLoaded(
    async (signal) => (await api.call(searchFormulary, { body: { q: term }, signal })).drugs.slice(0, max),
    own(mayClaims && term.length >= minOfDrugs),
  )
  const claims = useLoaded(
    (signal) => api.call(searchClaims, { body: { q: term, pageSize: maxClaims }, signal }),
    own(mayClaims),
  )
  const plans = useLoaded((signal) => api.call(benefits, { signal }), own(mayPapers))
  const papers = rankFound(
    term,
    (plans.value?.plans ?? []).flatMap(({ planName, documents }) =>
      documents.map(({ title, link }) => ({ title, text: planName, link })),
    ),
    toAuthored(language),
  )
  const all = [doctors, services, drugs, claims, plans]
  return {
    doctors,
    services,
    drugs,
    claims,
    plans,
    papers,
    isSearching: all.some(({ loading }) => loading),
    hasFailed: all.some(({ failed }) => failed),
    counts: {
      doctors: doctors.value?.total ?? 0,
      services: services.value?.length ?? 0,
      drugs: drugs.value?.length ?? 0,
      claims: claims.value?.total ?? 0,
      papers: papers.length,
    },
  }
}
