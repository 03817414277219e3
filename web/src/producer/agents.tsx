import { agencyAgents } from '@portico/contract/calls/agency-admin'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { Link } from '../base/router/link.tsx'
import { links } from '../base/router/links.ts'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentPage } from './agent.tsx'
import styles from './producer.module.css'
import type { Agency, Agent } from './types.ts'

const load = (signal: AbortSignal) => api.call(agencyAgents, { signal })

/** The agents of the agency, or one of them, for anyone who manages it (AG-7). */
export function Agents({ agency, agentId }: { readonly agency: Agency; readonly agentId: string | undefined }) {
  const t = useText()
  const { value, failed, reload, change } = useLoaded(load)
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  if (agentId !== undefined)
    return <AgentPage agency={agency} all={value} agentId={agentId} onChanged={(next) => change(() => next)} />
  return (
    <>
      <p className={lettering.key}>{t('producer.agents.text')}</p>
      <ul className={styles.rows}>
        {value.agents.map((agent) => (
          <AgentRow key={agent.agentId} {...agent} />
        ))}
      </ul>
    </>
  )
}

/** One agent: who they are, what they may do, and their current work. */
export function AgentRow({ agentId, name, npn, own, entitlements, clients, leads, proposals, applications }: Agent) {
  const t = useText()
  return (
    <li className={styles.row}>
      <div>
        <p className={lettering.name}>
          <Link to={links.producer('agents', agentId)}>{name}</Link>
        </p>
        {own && <p className={lettering.key}>{t('producer.agents.you')}</p>}
        <p className={lettering.key}>{t('producer.agents.npn', { npn: npn ?? '–' })}</p>
      </div>
      <p className={lettering.key}>
        {entitlements.length === 0
          ? t('producer.agents.nothing')
          : entitlements.map((one) => t(`producer.entitlement.${one}`)).join(', ')}
      </p>
      <ul className={lettering.key}>
        <li>{t('producer.agents.clients', { count: clients })}</li>
        <li>{t('producer.agents.leads', { count: leads })}</li>
        <li>{t('producer.agents.proposals', { count: proposals })}</li>
        <li>{t('producer.agents.applications', { count: applications })}</li>
      </ul>
    </li>
  )
}
