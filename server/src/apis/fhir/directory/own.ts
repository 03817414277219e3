import type { ShownDirectory } from '../../../care/finder/store.ts'
import type { Candidate, OpenCall, OpenResource } from '../open/source.ts'
import { buildEndpoint, buildNetwork, buildPayer, buildPlan } from './build.ts'

/** A directory's resources about the plan itself: its organization, its networks, its products and its APIs' endpoints. */
export interface OwnResources {
  /** In the order of the directory's networks. */
  readonly networks: readonly Candidate[]
  /** Networks and the payer, by id. */
  readonly organizations: readonly Candidate[]
  readonly endpoints: readonly Candidate[]
  readonly plans: readonly Candidate[]
}

export function listOwn({ brand, networks, generations }: ShownDirectory, { base, plan, now }: OpenCall): OwnResources {
  const times = generations.flatMap(({ live_at }) => live_at?.getTime() ?? [])
  const updated = new Date(times.length > 0 ? Math.max(...times) : now)
  const toCandidate = (resource: OpenResource, targets: Readonly<Record<string, () => readonly Candidate[]>>) => ({
    resource,
    follow: (name: string) => targets[name]?.() ?? [],
  })
  const endpoints: readonly Candidate[] = ['r4', 'directory', 'formulary'].map((name) => {
    const address = base.replace(/directory$/, name)
    return toCandidate(buildEndpoint(name, { address, plan, updated }), { organization: () => [payer] })
  })
  const payer: Candidate = toCandidate(
    buildPayer(
      plan,
      endpoints.map(({ resource }) => resource.id),
      updated,
    ),
    {
      endpoint: () => endpoints,
    },
  )
  const made = networks.map((network) =>
    toCandidate(buildNetwork(brand, network, { plan, updated }), { partof: () => [payer] }),
  )
  const usedBy = Map.groupBy(
    networks.flatMap(({ plan_ids }, at) => plan_ids.map((planId) => ({ planId, at }))),
    ({ planId }) => planId,
  )
  const plans = [...usedBy].map(([planId, used]) => {
    const networkIds = used.flatMap(({ at }) => networks[at]?.network_id ?? [])
    return toCandidate(buildPlan(brand, planId, { networkIds, plan, updated }), {
      network: () => used.flatMap(({ at }) => made[at] ?? []),
      'owned-by': () => [payer],
      'administered-by': () => [payer],
    })
  })
  return {
    networks: made,
    organizations: sortById([payer, ...made]),
    endpoints: sortById(endpoints),
    plans: sortById(plans),
  }
}

const sortById = (all: readonly Candidate[]) => all.toSorted((a, b) => (a.resource.id < b.resource.id ? -1 : 1))
