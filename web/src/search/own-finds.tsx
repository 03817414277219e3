import type { PayloadOf } from '@portico/contract/call'
import { searchClaims } from '@portico/contract/calls/claims'
import { benefits } from '@portico/contract/calls/coverage'
import { rankFound } from '@portico/rules/search/rank'
import { useMay } from '../acting/use-may.ts'
import { api } from '../api/api.ts'
import { type Loaded, useLoaded } from '../api/use-loaded.ts'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useFormat } from '../texts/format.ts'
import { useText } from '../texts/text.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './search-view.module.css'

/** Claims that one look at all results holds; the list of claims has the others. */
const mostClaims = '10'

interface OwnFindsState {
  readonly claims: Loaded<PayloadOf<typeof searchClaims>>
  readonly papers: Loaded<PayloadOf<typeof benefits>>
  readonly found: readonly Paper[]
  /** Everything that is searched has answered, and nothing has the words. */
  readonly isNothing: boolean
}

interface Paper {
  readonly title: string
  readonly text: string
  readonly link: string
}

/**
 * The member's own claims and the papers of their plans that have the words (MP-28). The words are in the body of a call, or stay in
 * the page.
 */
export function useOwnFinds(term: string, isSearched: boolean): OwnFindsState {
  const { session, language } = usePage()
  const [mayClaims, mayPapers] = [useMay('claims'), useMay('coverage')]
  const isOwn = isSearched && session?.role === 'MEMBER'
  const claims = useLoaded((signal) => api.call(searchClaims, { body: { q: term, pageSize: mostClaims }, signal }), {
    key: term,
    wanted: isOwn && mayClaims,
  })
  const papers = useLoaded((signal) => api.call(benefits, { signal }), { wanted: isOwn && mayPapers })
  const all = (papers.value?.plans ?? []).flatMap(({ planName, documents }) =>
    documents.map(({ title, link }) => ({ title, text: planName, link })),
  )
  const found = rankFound(term, all, language)
  const isDone = !claims.loading && !papers.loading && !claims.failed && !papers.failed
  return { claims, papers, found, isNothing: isDone && found.length === 0 && !claims.value?.claims.length }
}

/** Each in its group; a group without finds is not there. */
export function OwnFinds({ claims, papers, found }: OwnFindsState) {
  return (
    <>
      <OwnClaims {...claims} />
      <OwnPapers {...papers} found={found} />
    </>
  )
}

function OwnClaims({ value, failed, reload }: OwnFindsState['claims']) {
  const t = useText()
  const { date, money } = useFormat()
  if (failed) return <ErrorState onRetry={reload} text={t('search.claims.failed')} />
  if (value === null || value.claims.length === 0) return null
  return (
    <section className={styles.own} aria-labelledby="own-claims">
      <h2 id="own-claims">{t('search.claims.title')}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks a list is no list to some screen readers */}
      <ul role="list" aria-labelledby="own-claims" className={styles.ownList}>
        {value.claims.map((claim) => (
          <li key={claim.claimId} className={styles.found}>
            <h3 className={styles.title}>
              <Link to={links.claim(claim.claimId)}>{claim.providerName ?? t('search.claims.unnamed')}</Link>
            </h3>
            <p className={styles.note}>
              {date(claim.serviceDate)}
              {value.people.length > 1 && ` · ${claim.patient.firstName}`}
              {claim.billedCents !== null && ` · ${t('search.claims.billed', { amount: money(claim.billedCents) })}`}
            </p>
          </li>
        ))}
      </ul>
      {value.total > value.claims.length && (
        <p className={styles.note}>
          <Link to={links.claims()}>{t('search.claims.more', { count: value.total })}</Link>
        </p>
      )}
    </section>
  )
}

function OwnPapers({ failed, reload, found }: OwnFindsState['papers'] & Pick<OwnFindsState, 'found'>) {
  const t = useText()
  if (failed) return <ErrorState onRetry={reload} text={t('search.papers.failed')} />
  if (found.length === 0) return null
  return (
    <section className={styles.own} aria-labelledby="own-papers">
      <h2 id="own-papers">{t('search.papers.title')}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks a list is no list to some screen readers */}
      <ul role="list" aria-labelledby="own-papers" className={styles.ownList}>
        {found.map(({ title, text, link }) => (
          <li key={`${text} ${link}`} className={styles.found}>
            <h3 className={styles.title}>
              <a href={link} target="_blank" rel="noopener noreferrer">
                {title}
                <VisuallyHidden> ({t('search.papers.opens')})</VisuallyHidden>
              </a>
            </h3>
            <p className={styles.note}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
