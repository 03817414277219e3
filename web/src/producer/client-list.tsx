import { useFormat } from '../base/texts/format.ts'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { CallLink } from '../shared/lead-parts/call-link.tsx'
import { Button } from '../ui/button.tsx'
import styles from './producer.module.css'
import { QuoteButton } from './quote-button.tsx'
import { type AgencyClient, toPerson } from './types.ts'

interface ClientListProps {
  readonly clients: readonly AgencyClient[]
  /** Whether each client shows their agency. */
  readonly agencies?: boolean
  /** Whether the agency makes quotes. */
  readonly quotes?: boolean
  readonly onOpen: (client: AgencyClient) => void
}

/** Clients with their plans, and how to reach them. */
export function ClientList({ clients, agencies = false, quotes = false, onOpen }: ClientListProps) {
  return (
    <ul className={styles.rows}>
      {clients.map((client) => (
        <Row key={client.clientId} client={client} agencies={agencies} quotes={quotes} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Row({
  client,
  agencies,
  quotes,
  onOpen,
}: Omit<ClientListProps, 'clients'> & { readonly client: AgencyClient }) {
  const t = useText()
  const format = useFormat()
  const name = `${client.firstName} ${client.lastName}`
  return (
    <li className={styles.row}>
      <div>
        <p className={lettering.name}>{name}</p>
        {agencies && <p className={lettering.key}>{client.agencyName}</p>}
        <p className={lettering.key}>
          {client.phone === null ? t('producer.clients.no-phone') : <CallLink phone={client.phone} />}
        </p>
        {client.email !== null && <p className={lettering.key}>{client.email}</p>}
      </div>
      <div>
        <p>{client.plans.length === 0 ? t('producer.unknown') : client.plans.join(', ')}</p>
        <p className={lettering.key}>
          {client.coverageEnds === null
            ? t('producer.clients.end-unknown')
            : t('producer.ends', { day: format.date(client.coverageEnds) })}
        </p>
      </div>
      <div>
        <p className={lettering.key}>
          {client.agent === null
            ? t('producer.clients.nobody')
            : client.agent.own
              ? t('leads.with-you')
              : t('leads.with', { name: client.agent.name })}
        </p>
        {client.followUpOn !== null && <p>{t('leads.follow-up', { day: format.date(client.followUpOn) })}</p>}
        {client.note !== '' && <p className={lettering.key}>{client.note}</p>}
        <p className={lettering.key}>{t('producer.clients.consent', { day: format.date(client.consentedOn) })}</p>
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" aria-label={t('leads.open', { name })} onClick={() => onOpen(client)}>
          {t('leads.update')}
        </Button>
        {quotes && <QuoteButton market="under65" person={toPerson(client)} zipCode={null} />}
      </div>
    </li>
  )
}
