import { formatHash } from '@portico/rules/routing/hash'
import type { Market, PlanLine } from '@portico/rules/shop/lines'
import { homeUrl } from '@portico/rules/tabs/home-url'
import { encodePercent } from '@portico/rules/text/parameters'
import { findScreenPrefix, pages, type ScreenName, type ServiceId } from './routes.ts'

/** Parameters that are undefined are left out. */
export function link(
  prefix: string,
  segments: readonly string[],
  params: Readonly<Record<string, string | undefined>> = {},
) {
  const form = pages[prefix]?.form ?? '/'
  const stated = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${prefix}${formatHash({ form, segments, params: Object.fromEntries(stated) })}`
}

/** The same address with a query before the hash. */
function appendQuery(address: string, asked: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(asked).flatMap(([name, value]) => (value ? `${name}=${encodePercent(value)}` : []))
  return pairs.length === 0 ? address : address.replace(/(?=#|$)/, `?${pairs.join('&')}`)
}

/** A search for the cost of care: its words, where, and the kind of care chosen from the results. */
type CareAsked = Readonly<Partial<Record<'words' | 'provider' | 'care', string | undefined>>>

/** The segments that are given. */
const keepGiven = (...segments: readonly (string | undefined)[]) => segments.filter((one) => one !== undefined)

type ShopPart = 'plans' | 'compare' | 'cart' | 'propose' | 'proposal' | 'application' | 'continue'

export const findShop = (market: Market) => (market === 'medicare' ? '/medicare/' : '/shop/')

/** The only builder of addresses inside the portal (RT-6), with `shopLinks`; `Link` puts the development path in front. */
export const links = {
  /** The home of signed-in people, which depends on the brand (HD-3). */
  landing: homeUrl,
  /** A screen that opens without anything else: its address is its route. */
  screen: (name: ScreenName) => link(findScreenPrefix(name), [name]),
  /** A section of the account settings; the first one by default. */
  account: (section?: string) => link('/mbr/', keepGiven('account', section)),
  /** Contact us with a draft; its id reveals nothing about anyone. */
  draft: (draftId: string) => link('/msg/', ['contact-us'], { draft: draftId }),
  message: (messageId: string) => link('/msg/', ['message-center', messageId]),
  /** The staff's queues, a conversation in them, or another part of their workspace (MC-6). */
  workspace: (part?: string) => link('/msg/', keepGiven('workspace', part)),
  /** The settings of every brand or of one (CT-9). */
  settings: (brand?: string) => link('/msg/', ['settings'], { brand }),
  /** The texts of a brand and an area for their authors; all of them if none is given (CT-5). */
  content: (brand?: string, area?: string) => link('/msg/', ['content'], { brand, area }),
  /** One text for one group of readers. */
  contentItem: (key: {
    readonly name: string
    readonly brand: string
    readonly language: string
    readonly qualifiers: Readonly<Record<string, string>>
  }) => link('/msg/', ['content', 'item', key.name, key.brand, key.language], key.qualifiers),
  contentReleases: () => link('/msg/', ['content', 'releases']),
  /** Accounts, the audit log, and the running system (AD); the id of an account reveals nothing about anyone. */
  administration: (part?: string, id?: string) => link('/msg/', keepGiven('administration', part, id)),
  /** The producer portal, a part of it, or one item of a part; ids reveal nothing about anyone (AG-4). */
  producer: (part?: string, id?: string) => link('/mbr/', keepGiven('producer', part, id)),
  /**
   * The form to write to customer service, after signing in; topic and subject are preset for a service that is not online, or for a
   * complaint.
   */
  writeToUs: (about?: ServiceId | 'pay-premium' | 'claims' | 'accessibility') =>
    link('/msg/', ['contact-us', 'write'], about && { about }),
  /** A message about a claim, or an appeal of its decision (MP-8, MP-9); the id of a claim reveals nothing about anyone. */
  writeAboutClaim: (claimId: string, appeal = false) =>
    link('/msg/', ['contact-us', 'write'], { about: 'claims', claim: claimId, appeal: appeal ? 'true' : undefined }),
  signIn: () => '/login/',
  /** Registration, or a step of it. */
  register: (step?: string) => link('/login/', keepGiven('register', step)),
  /** The form to ask the brand for a call about its plans (SH-8). From the shop, it names the plan on screen, but no person. */
  requestCall: (about?: {
    readonly market: Market
    readonly plan?: { readonly planId: string; readonly planYear: number } | undefined
  }) =>
    link(
      '/login/',
      ['request-call'],
      about && {
        market: about.market,
        plan: about.plan?.planId,
        year: about.plan && `${about.plan.planYear}`,
      },
    ),
  /** The notice of free help, starting with this language. */
  languageNotice: (language: string) => link('/login/', ['meaningful-access'], { language }),
  /**
   * A part of a market's shop, or its plans of one kind. The address reveals nothing about anyone: this browser tab's ticket opens an
   * application.
   */
  shop: (market: Market, part: ShopPart = 'plans', line?: PlanLine) => link(findShop(market), keepGiven(part, line)),
  /** Searches and providers stay out of visible addresses (`unseen.ts`). */
  findDoctor: (asked: { readonly words?: string | undefined; readonly provider?: string } = {}) =>
    appendQuery(link('/login/', ['finder']), asked),
  /** The member's saved providers; an e-mail links here without naming anyone. */
  savedProviders: (provider?: string) => appendQuery(link('/login/', ['finder', 'saved']), { provider }),
  /** The providers chosen for comparison; the page keeps the choice in memory. */
  comparedProviders: (asked: { readonly words?: string | undefined } = {}) =>
    appendQuery(link('/login/', ['finder', 'compare']), asked),
  /** The cost of care, at one provider or anywhere; the kind of care is not in the visible address. */
  careCost: (asked: CareAsked = {}) => appendQuery(link('/login/', ['finder', 'cost']), asked),
  prescriptions: (words?: string) => appendQuery(link('/login/', ['prescriptions']), { words }),
  claims: () => link('/login/', ['claims', 'activitySummary']),
  /** The claims with an amount left to pay. */
  claimsOwed: () => `${links.claims()}?owe=true`,
  /** The id of a claim reveals nothing about anyone. */
  claim: (claimId: string) => link('/login/', ['claims', 'claim', claimId]),
  spending: () => link('/spa/', ['spendingSummary']),
  /**
   * A form to fill in (MP-21). An appeal may name its claim, whose id reveals nothing about anyone, or say that it is about something other
   * than a claim.
   */
  form: (kind: string, claimId?: string, decision?: 'approval') =>
    link('/login/', ['claims', 'educational-materials', 'form', kind], { claim: claimId, decision }),
  /** An educational material; the chosen one reveals no more about anyone's health than any other. */
  guide: (id: string) => link('/login/', ['claims', 'educational-materials', 'guide', id]),
  educationalMaterials: () => link('/login/', ['claims', 'educational-materials']),
  /** The quotes around true are the sources' own (RT-6). */
  searchResults: (term: string) =>
    `/search-results.html?searchQuery=${encodePercent(term)}&productEnabled='true'&contentEnabled='true'`,
} as const
