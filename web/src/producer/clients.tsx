import { agencyClients } from '@portico/contract/calls/clients'
import { type BrokerLob, brokerLobs, brokerView } from '@portico/rules/agencies/selling'
import { useCallback, useState } from 'react'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { wholeBook } from '../base/api/whole-book.ts'
import { useKeptState } from '../base/storage/use-kept-state.ts'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { ClientList } from './client-list.tsx'
import { findClients } from './find-clients.ts'
import { HandOver } from './hand-over.tsx'
import { More } from './more.tsx'
import styles from './producer.module.css'
import type { AgencyClient, Choices, PartProps } from './types.ts'

/** The book of business: members who let the chosen agency see them (AG-5). */
export function Clients({ choices }: PartProps) {
  const t = useText()
  const { preference, selected } = choices
  const mayQuote = selected?.entitlements.includes('quote') ?? false
  const together = brokerLobs.filter((lob) => agenciesTogether(preference, lob).length > 0)
  const usual = together.find((lob) => lob === brokerView(preference).lob) ?? ''
  const [kept, keep] = useKeptState<KeptList>('clients', { words: '', line: usual })
  const line: Line = together.find((lob) => lob === kept.line) ?? ''
  const { value, failed, reload, loadMore, startOver } = useBook(line)
  const [opened, setOpened] = useState<AgencyClient | null>(null)
  const [handing, setHanding] = useState(false)
  const [said, setSaid] = useState('')
  // The people to hand over are chosen from all of an agent's clients.
  const whole = useLoaded(wholeBook, { wanted: handing })
  const { isSearch, searched, found } = useClientSearch(kept.words, line)
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  const chooseLine = (next: Line) => {
    startOver()
    keep({ ...kept, line: next })
  }
  return (
    <>
      <div className={styles.opened}>
        <p className={lettering.key}>{t('producer.clients.text')}</p>
        {line === '' && (value.total > 0 || isSearch) && (
          <ClientSearch words={kept.words} onWords={(words) => keep({ ...kept, words })} />
        )}
        {together.length > 0 && <LineSelect of={together} line={line} onLine={chooseLine} />}
        {value.agents !== null && value.clients.length > 0 && (
          <div className={styles.buttons}>
            <Button variant="secondary" busy={handing && whole.loading} onClick={() => setHanding(true)}>
              {t('producer.hand-over')}
            </Button>
          </div>
        )}
      </div>
      <p role="status">{found === null ? said : t('producer.clients.found', { count: found.length })}</p>
      {isSearch && searched.failed && <ErrorState onRetry={searched.reload} />}
      {found !== null ? (
        <ClientList clients={found} quotes={mayQuote} onOpen={setOpened} />
      ) : (
        <BookPages book={value} line={line} mayQuote={mayQuote} onOpen={setOpened} onMore={loadMore} />
      )}
      {handing && whole.failed && <ErrorState onRetry={whole.reload} />}
      {handing && value.agents !== null && whole.value !== null && (
        <HandOver
          clients={whole.value.clients}
          agents={value.agents}
          from={whole.value.clients[0]?.agent?.agentId ?? ''}
          onClose={() => setHanding(false)}
          onDone={(words) => {
            setHanding(false)
            setSaid(words)
            reload()
          }}
        />
      )}
      {opened !== null && (
        <ClientDialog
          key={opened.clientId}
          client={opened}
          agents={value.agents}
          onClose={() => setOpened(null)}
          onSaved={({ firstName, lastName }) => {
            setOpened(null)
            setSaid(t('leads.saved', { name: `${firstName} ${lastName}` }))
            reload()
            searched.reload()
          }}
        />
      )}
    </>
  )
}

type Line = BrokerLob | ''

/** The filters of the list. */
interface KeptList {
  readonly words: string
  readonly line: string
}

/** The requested pages of the book; a line of business covers all agencies looked at together. */
function useBook(line: Line) {
  // Each entry is the last client of the page before it.
  const [pages, setPages] = useState<readonly (string | null)[]>([null])
  const load = useCallback(
    async (signal: AbortSignal) => {
      const read = pages.map((after) =>
        api.call(agencyClients, { query: { after: after ?? undefined, line: line || undefined }, signal }),
      )
      const books = await Promise.all(read)
      return {
        clients: books.flatMap(({ clients }) => clients),
        total: books[0]?.total ?? 0,
        next: books.at(-1)?.next ?? null,
        agents: books[0]?.agents ?? null,
      }
    },
    [pages, line],
  )
  const { value: fresh, last, failed, reload } = useLoaded(load, { key: `${line} ${pages.join()}` })
  return {
    value: fresh ?? (failed ? null : last),
    failed,
    reload,
    loadMore: (after: string) => setPages([...pages, after]),
    startOver: () => setPages([null]),
  }
}

/** Finds clients among all of the chosen agency's. */
function useClientSearch(words: string, line: Line) {
  const isSearch = words.trim() !== '' && line === ''
  const searched = useLoaded(wholeBook, { key: 'search', wanted: isSearch })
  const found = isSearch && searched.value !== null ? findClients(searched.value.clients, words) : null
  return { isSearch, searched, found }
}

interface ClientSearchProps {
  readonly words: string
  readonly onWords: (words: string) => void
}

function ClientSearch({ words, onWords }: ClientSearchProps) {
  const t = useText()
  return (
    <TextField
      type="search"
      label={t('producer.clients.find')}
      hint={t('producer.clients.find-hint')}
      value={words}
      onValue={onWords}
      maxLength={100}
      autoComplete="off"
    />
  )
}

interface LineSelectProps {
  readonly of: readonly BrokerLob[]
  readonly line: Line
  readonly onLine: (line: Line) => void
}

function LineSelect({ of, line, onLine }: LineSelectProps) {
  const t = useText()
  return (
    <Select
      label={t('producer.clients.show')}
      value={line}
      onValue={(value) => onLine(brokerLobs.find((one) => one === value) ?? '')}
    >
      <option value="">{t('producer.clients.show.agency')}</option>
      {of.map((one) => (
        <option key={one} value={one}>
          {t(`producer.clients.show.${one}`)}
        </option>
      ))}
    </Select>
  )
}

interface BookPagesProps {
  readonly book: NonNullable<ReturnType<typeof useBook>['value']>
  readonly line: Line
  readonly mayQuote: boolean
  readonly onOpen: (client: AgencyClient) => void
  readonly onMore: (after: string) => void
}

function BookPages({ book, line, mayQuote, onOpen, onMore }: BookPagesProps) {
  const t = useText()
  const { clients, total, next } = book
  if (clients.length === 0)
    return <EmptyState title={t('producer.clients.none')} text={t('producer.clients.none-text')} />
  return (
    <>
      <ClientList clients={clients} agencies={line !== ''} quotes={mayQuote && line === ''} onOpen={onOpen} />
      <More shown={clients.length} total={total} onMore={next === null ? null : () => onMore(next)} />
    </>
  )
}

/** The agencies that someone looks at together as broker of record. */
function agenciesTogether(preference: Choices['preference'], lob: BrokerLob): readonly string[] {
  if (!preference.isBrokerAgencyPref) return []
  return lob === 'MA' ? preference.broker360Agencies : preference.broker360ACAAgencies
}
