import { exportClaims, listClaims, searchClaims } from '@portico/contract/calls/claims'
import { limits } from '@portico/rules/limits'
import { withPageSize } from '@portico/rules/widgets/item-list'
import { Download, Printer, ReceiptText, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FileButton } from '../../kit/forms/file-button.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import type { ClaimPageData } from '../../shared/claim-parts/claim-looks.ts'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ClaimList } from './claim-list.tsx'
import { ClaimTotals } from './claim-totals.tsx'
import styles from './claims-view.module.css'
import { ClaimFilters } from './filters.tsx'
import {
  type ClaimListQuery,
  callQuery,
  claimsAddress,
  filtersOn,
  readClaimQuery,
  start,
  toFilter,
} from './list-query.ts'

/** The claims of a member and of the children whose claims they may see (MP-3). */
function Claims() {
  const t = useText()
  const navigate = useNavigate()
  const query = readClaimQuery(useRoute().params)
  const [words, setWords] = useState('')
  const [provider, setProvider] = useState('')
  const filters = useRef<HTMLElement>(null)
  const { page, printed, loading, failed, reload, fetchFile, print } = useClaims(query, words, provider)
  const show = (next: ClaimListQuery) => navigate(claimsAddress(next), { quiet: true, replace: true })
  const fromFirst = () => {
    if (query.page !== 1) show({ ...query, page: 1 })
  }
  const search = (next: string) => {
    setWords(next)
    fromFirst()
  }
  const clear = () => {
    setProvider('')
    show({ ...start, sorting: query.sorting, pageSize: query.pageSize })
    // The button that was pressed disappears.
    filters.current?.focus()
  }
  return (
    <Page
      title={t('claims.title')}
      about={t('claims.about')}
      more={<Link to={links.educationalMaterials()}>{t('claims.forms')}</Link>}
      tools={
        (page === null ? !failed : page.total > 0) && (
          <Tools unseen={page === null} onFile={fetchFile} onPrint={print} />
        )
      }
      className={styles.page}
    >
      <SearchBox onSearch={search} />
      <ClaimFilters
        summary={filters}
        query={query}
        people={page?.people ?? []}
        providers={page?.providers ?? []}
        provider={provider}
        onProvider={(next) => {
          setProvider(next)
          fromFirst()
        }}
        onQuery={show}
        onClear={clear}
      />
      <p role="status" className={styles.found}>
        {loading ? t('claims.loading') : page !== null && !failed && t('claims.found', { count: page.total })}
      </p>
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : page === null ? (
        <Loading />
      ) : (
        <div aria-busy={loading}>
          <Found
            page={printed ?? page}
            whole={printed !== null}
            query={query}
            searched={words !== ''}
            filtered={filtersOn(query) > 0 || provider !== ''}
            onQuery={show}
            onClear={clear}
          />
        </div>
      )}
    </Page>
  )
}

/** The claims found: one page of them on the screen, all of them on paper and in a file. */
function useClaims(query: ClaimListQuery, words: string, provider: string) {
  const kept = { q: words, ...(provider !== '' && { provider }) }
  const inBody = words !== '' || provider !== ''
  const find = (asked: ReturnType<typeof callQuery>, options: { readonly signal?: AbortSignal } = {}) =>
    inBody
      ? api.call(searchClaims, { body: { ...asked, ...kept }, ...options })
      : api.call(listClaims, { query: asked, ...options })
  const asked = callQuery(query)
  const {
    last: page,
    loading,
    failed,
    reload,
  } = useLoaded((signal) => find(asked, { signal }), {
    key: JSON.stringify([asked, kept]),
  })
  // Paper has no pages to turn: all rows are printed, up to the most that one call returns.
  const [printed, setPrinted] = useState<ClaimPageData | null>(null)
  const print = async () => {
    if (page !== null && page.total > page.claims.length) {
      const whole = await find({ ...asked, page: '1', pageSize: '100' })
      flushSync(() => setPrinted(whole))
      addEventListener('afterprint', () => setPrinted(null), { once: true })
    }
    window.print()
  }
  const fetchFile = () => api.call(exportClaims, { body: { ...toFilter(query), ...kept } })
  return { page, printed, loading, failed, reload, fetchFile, print }
}

function SearchBox({ onSearch }: { readonly onSearch: (words: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          type="search"
          label={t('claims.search')}
          hint={t('claims.search-hint')}
          autoComplete="off"
          maxLength={limits.search.max}
          value={typed}
          onValue={(value) => {
            setTyped(value)
            // Clearing the box with the browser's own button shows everything again.
            if (value === '') onSearch('')
          }}
        />
        <Button type="submit" variant="secondary" icon={<Search aria-hidden="true" />}>
          {t('claims.search-go')}
        </Button>
      </form>
      <SafetyHelp text={typed} />
    </search>
  )
}

interface ToolsProps {
  /** Hidden until there is a list; the space stays reserved, so that nothing moves then. */
  readonly unseen: boolean
  readonly onFile: () => Promise<unknown>
  readonly onPrint: () => Promise<void>
}

function Tools({ unseen, onFile, onPrint }: ToolsProps) {
  const t = useText()
  const printing = useAction()
  // The browser's own shortcut prints the same as the button: all rows, not only this page.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (unseen || !isPrintKey(event)) return
      event.preventDefault()
      if (!printing.busy) printing.run(onPrint)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  return (
    <div className={classes(styles.tools, unseen && styles.unseen)}>
      <FileButton name="claims.csv" icon={<Download aria-hidden="true" />} fetchFile={onFile}>
        {t('claims.csv')}
      </FileButton>
      <Button
        variant="secondary"
        busy={printing.busy}
        icon={<Printer aria-hidden="true" />}
        onClick={() => printing.run(onPrint)}
      >
        {t('claims.print')}
      </Button>
      <Problem text={printing.problem} flush />
    </div>
  )
}

/** Ctrl+P; on a Mac Cmd+P, where Ctrl+P moves the cursor in a field. */
function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isHeld = /Mac|iP/.test(navigator.platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return key.toLowerCase() === 'p' && isHeld && !altKey && !shiftKey
}

interface FoundProps {
  readonly page: ClaimPageData
  readonly whole: boolean
  readonly query: ClaimListQuery
  readonly searched: boolean
  readonly filtered: boolean
  readonly onQuery: (query: ClaimListQuery) => void
  readonly onClear: () => void
}

function Found({ page, whole, query, searched, filtered, onQuery, onClear }: FoundProps) {
  const t = useText()
  const format = useFormat()
  if (page.total === 0) {
    const isNarrowed = searched || filtered
    const clear = (
      <Button variant="secondary" onClick={onClear}>
        {t('claims.filter-clear')}
      </Button>
    )
    return (
      <Card>
        <EmptyState
          icon={<ReceiptText />}
          title={t(isNarrowed ? 'claims.none-title' : 'claims.empty-title')}
          text={t(isNarrowed ? 'claims.none' : 'claims.empty')}
          action={filtered && clear}
        />
      </Card>
    )
  }
  return (
    <Card>
      <ClaimTotals totals={page.totals} />
      {!whole && page.total > page.claims.length && (
        <p className={styles.onPaper}>
          {t('claims.print-part', { shown: page.claims.length, total: page.total, print: t('claims.print') })}
        </p>
      )}
      <ClaimList page={page} query={query} whole={whole} />
      <Pagination
        page={query.page}
        pageSize={query.pageSize}
        total={page.total}
        onPage={(next) => onQuery({ ...query, page: next })}
        onPageSize={(next) => onQuery(withPageSize(query, next))}
      />
      {page.asOf !== null && <p className={styles.asOf}>{t('claims.as-of', { day: format.dateLong(page.asOf) })}</p>}
    </Card>
  )
}

function Loading() {
  return (
    <Card>
      {[0, 1, 2, 3, 4].map((line) => (
        <div key={line} className={styles.loading}>
          <Skeleton shape="title" />
          <Skeleton shape="line" />
        </div>
      ))}
    </Card>
  )
}

export const view: View = { title: 'claims.title', Component: Claims }
