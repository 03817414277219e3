import type { PayloadOf } from '@portico/contract/call'
import type { currentUser } from '@portico/contract/calls/member'
import type { siteSearch } from '@portico/contract/calls/search'
import type { PageState } from '@portico/contract/page'
import { toAuthored } from '@portico/rules/languages/authored'
import { type Findable, rankFound } from '@portico/rules/search/rank'
import { links } from '../../base/router/links.ts'
import { leadsSomewhere } from '../../base/router/match.ts'
import type { Translate } from '../../base/texts/text.tsx'
import { findablePages } from './pages.ts'

type Answered = PayloadOf<typeof siteSearch>['results'][number]

/** A result as the list shows it. */
export interface Found {
  readonly kind: Answered['kind'] | 'page' | 'product'
  readonly title: string
  readonly text: string
  readonly to: string
  /** Language tag, if it differs from the page's. */
  readonly lang: string | undefined
  readonly signInFirst: boolean
  readonly score: number
}

/** Merges all lists (VA-8); each list keeps its order, and pages come before results with equal points. */
export function allFound(from: {
  readonly term: string
  readonly page: PageState
  readonly t: Translate
  /** Whether to search pages. */
  readonly content: boolean
  readonly answered: readonly Answered[]
  /** Null if they are not searched. */
  readonly covered: PayloadOf<typeof currentUser> | null
}): readonly Found[] {
  const { term, page, t, content, answered, covered } = from
  const pages = content ? rankFound(term, findablePages(page, t), toAuthored(page.language)) : []
  const products = covered === null ? [] : rankFound(term, buildProducts(covered, page, t), toAuthored(page.language))
  return [
    ...products.map((one) => ({ ...one, kind: 'product' as const, lang: undefined, signInFirst: false })),
    ...pages.map((one) => ({ ...one, kind: 'page' as const, lang: undefined })),
    ...answered
      .filter(({ kind }) => kind !== 'topic' || mayWrite(page.session))
      .map((one) => ofContent(one, page))
      .filter(({ to }) => leadsSomewhere(to, page.session)),
  ].sort((a, b) => b.score - a.score)
}

/** Whether the person may write; someone who looks at another's information, only if that person shared it (RG-3). */
function mayWrite(session: PageState['session']): boolean {
  const scopes = session?.simulation?.scopes
  return session?.role === 'MEMBER' && (!scopes || scopes.includes('write'))
}

/** Products of the selected group; they link to what the plan covers. */
function buildProducts(
  { clientList }: PayloadOf<typeof currentUser>,
  { brand, session, tabs }: PageState,
  t: Translate,
): readonly (Findable & Pick<Found, 'to'>)[] {
  const selected = session?.groups.find((group) => group.selected)
  const client = clientList.find(({ clientNumber }) => clientNumber === selected?.clientNumber)
  const group = client?.groupList.find(({ groupNumber }) => groupNumber === selected?.groupNumber)
  const to = tabs.find(({ id }) => id === 'navCoverage')?.url ?? links.landing(brand)
  return (group?.productList ?? []).map(({ productName, benefitPlanType }) => ({
    title: productName,
    text: t('search.product', { group: group?.groupNumber }),
    keywords: benefitPlanType,
    to,
  }))
}

function ofContent({ kind, title, text, url, lang, score }: Answered, { brand }: PageState): Found {
  return {
    kind,
    title,
    text: text.replaceAll('{phone}', brand.servicePhone).replaceAll('{tty}', brand.ttyNumber),
    to:
      url ??
      (lang === null
        ? kind === 'topic'
          ? links.writeToUs()
          : links.screen('contact-us')
        : links.languageNotice(lang)),
    lang: lang ?? undefined,
    signInFirst: false,
    score,
  }
}
