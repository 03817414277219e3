import type { SiteSection } from '@portico/rules/content/site'
import type { ProjectCode } from '@portico/rules/environment/projects'
import type { AccessScope } from '@portico/rules/people/access'
import { ROLES, type Role } from '@portico/rules/roles'
import type { HashForm } from '@portico/rules/routing/hash'
import { LOGOUT_PATH, LOGOUT_PATH_IN_PROJECT } from '@portico/rules/session/logout-path'
import type { Market } from '@portico/rules/shop/lines'
import type { Area, MessageId } from '../texts/catalogues.ts'

/** One level of a route. Without `view` it only groups its children. */
export interface RouteNode {
  /** The view's source, without `.tsx`: its area and its file, whose name ends in `-view`. */
  readonly view?: string
  /** Areas whose texts the view needs, besides those of the shell. */
  readonly texts?: readonly Area[]
  /**
   * `anyone`: even without a session; otherwise visitors see the sign-in view instead. `member`, `staff`, `producer`: only these,
   * others see their home. `person`: members, and people without a plan here who may see others' information.
   */
  readonly access: 'anyone' | 'session' | 'member' | 'staff' | 'producer' | 'person'
  /** Overrides the view's title. */
  readonly title?: MessageId
  /** Parts that the view shows by itself, named by the next segment; each has a title (`partTitle`). */
  readonly titledParts?: readonly string[]
  readonly variant?: string
  /** The child to show if the address ends here. */
  readonly start?: string
  /** Nested views by segment; a name that begins with `:` matches any segment and names it. */
  readonly children?: Readonly<Record<string, RouteNode>>
  /** Only on development and test hosts (EN-2). */
  readonly development?: true
  /** The scope that people viewing someone else's information need (RG-3); left out: they cannot see it. */
  readonly viewing?: AccessScope
  /** Any further segments lead here as well. */
  readonly rest?: true
  /** The search finds it by these words of its area: `search.page.<name>.title`, `.text` and `.keywords` (VA-8). */
  readonly found?: FoundName
}

type NameIn<Id> = Id extends `search.page.${infer Name}.title` ? Name : never
export type FoundName = NameIn<MessageId>

/** The routes of one path prefix. */
export interface PageRoutes {
  /** The hash form that our links use; either form is accepted (RT-1). */
  readonly form: HashForm
  /** Segment that an empty hash stands for (RT-3). */
  readonly start: string
  readonly views: Readonly<Record<string, RouteNode>>
}

export const signIn: RouteNode = {
  view: 'sign-in/sign-in-view',
  texts: ['sign-in'],
  access: 'anyone',
}

/** The sign-in view on the hosts of producers, of staff and of the shops (RO-2). */
function workSignIn(variant: 'producer' | 'staff' | 'shop'): RouteNode {
  return {
    view: 'sign-in/work-sign-in-view',
    texts: ['sign-in', 'sign-in-work'],
    access: 'anyone',
    title: `signIn.${variant}.title`,
    variant,
  }
}

export const workSignIns: Partial<Record<ProjectCode, RouteNode>> = {
  chmhcr: workSignIn('shop'),
  chmmcr: workSignIn('shop'),
  chmmed: workSignIn('shop'),
  chmprd: workSignIn('producer'),
  chmstf: workSignIn('staff'),
}

/** The only view for someone whose password is due (SI-7). */
export const changePassword: RouteNode = {
  view: 'change-password/change-password-view',
  texts: ['change-password', 'forms', 'validation'],
  access: 'session',
  found: 'change-password',
}

/** The only view for staff who must set up a second factor first (AD-2). */
export const secondFactor: RouteNode = {
  view: 'second-factor/second-factor-view',
  texts: ['administration', 'account', 'forms', 'validation'],
  access: 'session',
}

export const notFound: RouteNode = { view: 'shell/not-found-view', texts: ['service'], access: 'anyone' }

export const landing: RouteNode = {
  view: 'landing/landing-view',
  texts: ['landing', 'id-card'],
  access: 'member',
  viewing: 'coverage',
}

/** Services that a message can be about. */
export type ServiceId = 'coverage' | 'prescriptions' | 'spending'

/** A page to recover a login ID or password (RG-2). */
function recovery(variant: 'username' | 'password' | 'new'): RouteNode {
  return {
    view: 'recovery/recovery-view',
    texts: changePassword.texts ?? [],
    access: 'anyone',
    title: `recovery.${variant}.title`,
    variant,
  }
}

/** Registration, the links in its e-mails (RG-1), and the guardian that a sign-in may ask for (ER-4, ER-5). */
function registration(variant: 'register' | 'confirm' | 'resume' | 'guardian'): RouteNode {
  return {
    view: 'registration/registration-view',
    texts: ['registration', 'forms', 'validation', 'widgets'],
    access: 'anyone',
    variant,
    rest: true,
  }
}

/** The producer portal, for agents, agency admins and internal staff (AG-1 to AG-7). */
const producerHome: RouteNode = {
  view: 'producer/producer-view',
  texts: ['producer', 'proposals', 'leads', 'widgets', 'forms', 'validation'],
  access: 'producer',
  titledParts: ['leads', 'clients', 'proposals', 'agents', 'figures', 'credentials', 'preferences'],
  rest: true,
}

/** The sections of the account settings, and who has them (RG-3). */
const accountSections = {
  security: 'session',
  contact: 'session',
  devices: 'session',
  activity: 'session',
  data: 'session',
  people: 'person',
  apps: 'person',
  sharing: 'member',
  notifications: 'member',
} as const
const account = (Object.keys(accountSections) as (keyof typeof accountSections)[]).map(
  (variant): [string, RouteNode] => [
    variant,
    {
      view: 'account/account-view',
      texts: ['account', 'apps', 'profile', 'forms', 'validation'],
      access: accountSections[variant],
      title: `account.${variant}.title`,
      variant,
      found: variant,
    },
  ],
)

const claims: RouteNode = {
  view: 'claims/claims-view',
  texts: ['claims', 'forms'],
  access: 'member',
  viewing: 'claims',
  rest: true,
}
const spending: RouteNode = {
  view: 'spending/spending-view',
  texts: ['spending', 'forms'],
  access: 'member',
  viewing: 'claims',
  rest: true,
}
/** Claims and spending combined, if a brand or a vendor requires it (HD-4). */
const claimsAndSpending: RouteNode = {
  view: 'spending/claims-and-spending-view',
  texts: ['spending', 'claims'],
  access: 'member',
  viewing: 'claims',
  rest: true,
}
const claim: RouteNode = {
  view: 'claims/claim-view',
  texts: ['claims', 'claim-mention', 'spending'],
  access: 'member',
  viewing: 'claims',
}

/** Only for the member (MP-20): others see that it is not shared, and parents see what a young child needs. */
const wellness: RouteNode = {
  view: 'wellness/wellness-view',
  texts: ['wellness', 'forms'],
  access: 'member',
  viewing: 'claims',
  rest: true,
}

/** Only for the member, and for their young children (OS-1). */
const healthRecord: RouteNode = {
  view: 'health-record/health-record-view',
  texts: ['health-record'],
  access: 'member',
  found: 'health-record',
}

/**
 * Forms and educational materials (MP-21). Only members themselves can fill in forms; people who look at a member's information see where.
 */
const library: RouteNode = {
  view: 'library/library-view',
  texts: ['library'],
  access: 'member',
  viewing: 'coverage',
  rest: true,
}
const guide: RouteNode = { view: 'library/guide-view', texts: ['library'], access: 'member', viewing: 'coverage' }
const memberForm: RouteNode = {
  view: 'library/form-view',
  texts: ['library', 'forms', 'validation', 'widgets'],
  access: 'member',
  viewing: 'coverage',
}

const coverage: RouteNode = {
  view: 'coverage/coverage-view',
  texts: ['coverage', 'id-card'],
  access: 'member',
  viewing: 'coverage',
}

const prescriptions: RouteNode = {
  view: 'prescriptions/prescriptions-view',
  texts: ['prescriptions'],
  access: 'member',
  viewing: 'claims',
}

const premium: RouteNode = {
  view: 'premium/premium-view',
  texts: ['premium', 'forms', 'validation'],
  access: 'member',
  viewing: 'coverage',
  rest: true,
}

/** Also for visitors; a session adds the member's own data (MP-22). */
const finder: RouteNode = {
  view: 'finder/finder-view',
  texts: ['finder', 'map', 'forms', 'validation', 'signed-in', 'widgets'],
  access: 'anyone',
  viewing: 'coverage',
  rest: true,
}
/** What care costs before it is given (MP-26). */
const cost: RouteNode = {
  view: 'cost/cost-view',
  texts: ['cost', 'map', 'claims', 'claim-mention', 'validation'],
  access: 'member',
  viewing: 'claims',
  found: 'care-cost',
}

/** The shop for people under 65, and the one for people with Medicare (SH-1): open to anyone. */
function shop(variant: Market): PageRoutes {
  const view = (name: string, texts: readonly Area[] = ['shop']): RouteNode => ({
    view: `shop/${name}-view`,
    texts,
    access: 'anyone',
    variant,
  })
  return {
    form: '/',
    start: 'plans',
    views: {
      plans: {
        ...view('plans', ['shop', 'validation']),
        rest: true,
        found: 'shop',
        ...(variant === 'medicare' && { title: 'shop.medicare.title', found: 'medicare' }),
      },
      plan: { access: 'anyone', children: { ':planId': view('plan') } },
      compare: view('compare', ['shop', 'widgets']),
      cart: { ...view('cart'), ...(variant === 'under65' && { found: 'cart' }) },
      apply: {
        access: 'anyone',
        children: { ':planId': view('apply', ['shop', 'shop-apply', 'forms', 'validation']) },
      },
      application: view('application', ['shop', 'shop-apply', 'forms', 'validation']),
      continue: view('continue', ['shop', 'shop-apply']),
      proposal: view('proposal', ['shop', 'proposals']),
      propose: { ...view('propose', ['shop', 'proposals', 'forms', 'validation']), access: 'producer' },
    },
  }
}

const workspaces: Partial<Record<Role, RouteNode>> = {
  AGENT: producerHome,
  AGENCY_ADMIN: producerHome,
  INTERNAL: { view: 'staff/staff-home-view', texts: ['staff', 'validation'], access: 'session', title: 'staff.title' },
}

/** The home of people without a plan here: the shop, and those whose information they may see (RG-3). */
export const visitorHome: RouteNode = {
  view: 'people/visitor-home-view',
  texts: ['service', 'account', 'forms', 'shop', 'shop-home'],
  access: 'session',
}

/** Shown to people viewing someone else's information in place of what was not shared with them (RG-3). */
export const withheld: RouteNode = { view: 'people/withheld-view', texts: ['account'], access: 'session' }

/** The home of signed-in people who are not members (RO-1). */
export function roleHome(role: Role): RouteNode {
  return workspaces[role] ?? visitorHome
}

const home: PageRoutes = { form: '!/', start: 'landing', views: { landing } }

/** Searching needs no session (VA-8). */
const search: RouteNode = { view: 'search/search-view', texts: ['search', 'signed-in'], access: 'anyone' }

const logout: PageRoutes = {
  form: '/',
  start: 'logout',
  views: { logout: { view: 'sign-out/logout-view', texts: ['session'], access: 'anyone' } },
}

/** A notice that the law requires (LG-5). */
function notice(found: 'accessibility' | 'meaningful-access' | 'non-discrimination'): RouteNode {
  return { view: `notices/${found}-view`, texts: ['notices'], access: 'anyone', found }
}

/** A page of the brand's own site (SH-10). */
function sitePage(variant: SiteSection): RouteNode {
  return { view: 'site/site-view', texts: ['site'], access: 'anyone', title: `site.title.${variant}`, variant }
}

/** What visitors see at the root of a brand's own site; signed-in people see their home there. */
export const siteHome = sitePage('home')

/** The pages at the roots of a brand's own site and of its sections. */
export const sites: Partial<Record<ProjectCode, PageRoutes>> = {
  chmcom: { ...home, start: 'site', views: { ...home.views, site: siteHome } },
  chmcce: { form: '/', start: 'site', views: { site: sitePage('cce') } },
  chmwts: { form: '/', start: 'site', views: { site: sitePage('wts') } },
}

const table = {
  '/': home,
  '/home': home,
  '/member/home': home,
  '/mbr/': {
    form: '!/',
    start: 'landing',
    views: {
      landing,
      overview: landing,
      account: {
        access: 'session',
        start: 'security',
        children: Object.fromEntries(account),
      },
      producer: producerHome,
    },
  },
  '/msg/': {
    form: '!/',
    start: 'message-center',
    views: {
      'message-center': {
        view: 'message-center/message-center-view',
        texts: ['message-center', 'validation'],
        access: 'member',
        viewing: 'messages',
        rest: true,
        found: 'message-center',
      },
      workspace: {
        view: 'workspace/workspace-view',
        texts: ['staff', 'leads', 'widgets', 'forms', 'validation'],
        access: 'staff',
        titledParts: ['leads', 'figures'],
        rest: true,
      },
      directory: { view: 'directory-work/directory-work-view', texts: ['finder'], access: 'staff' },
      settings: { view: 'settings/settings-view', texts: ['settings', 'forms', 'validation'], access: 'staff' },
      content: {
        view: 'content/content-view',
        texts: ['content', 'languages', 'forms', 'validation'],
        access: 'staff',
        titledParts: ['releases', 'languages'],
        rest: true,
      },
      administration: {
        view: 'administration/administration-view',
        texts: ['administration', 'account', 'forms', 'validation'],
        access: 'staff',
        titledParts: ['people', 'accounts', 'apps', 'log', 'running'],
        rest: true,
      },
      // People who cannot sign in find the phone number here; only `write` requires a session.
      'contact-us': {
        view: 'contact-us/contact-us-view',
        texts: ['contact-us', 'forms', 'service', 'validation'],
        access: 'anyone',
        found: 'contact-us',
        children: { write: { access: 'session' } },
      },
    },
  },
  '/login/': {
    form: '/',
    start: 'sign-in',
    views: {
      'sign-in': signIn,
      'forgot-username': { ...recovery('username'), found: 'forgot-username' },
      'forgot-password': { ...recovery('password'), found: 'forgot-password' },
      'new-password': recovery('new'),
      'confirm-email': {
        view: 'profile/confirm-email-view',
        texts: ['profile'],
        access: 'anyone',
      },
      invitation: { view: 'people/invitation-view', texts: ['account'], access: 'session' },
      'connect-app': { view: 'apps/connect-app-view', texts: ['apps'], access: 'session', rest: true },
      register: { ...registration('register'), found: 'register' },
      'confirm-registration': registration('confirm'),
      'resume-registration': registration('resume'),
      guardian: registration('guardian'),
      'change-password': changePassword,
      'request-call': {
        view: 'request-call/request-call-view',
        texts: ['leads', 'validation'],
        access: 'anyone',
        found: 'request-call',
      },
      'meaningful-access': notice('meaningful-access'),
      'non-discrimination': notice('non-discrimination'),
      gallery: {
        view: 'gallery/gallery-view',
        texts: ['forms', 'widgets', 'validation', 'signed-in'],
        access: 'anyone',
        development: true,
      },
      accessibility: notice('accessibility'),
      coverage,
      ebill: premium,
      claims: {
        access: 'session',
        start: 'activitySummary',
        children: {
          activitySummary: claims,
          claim: { access: 'session', children: { ':claimId': claim } },
          'educational-materials': {
            access: 'session',
            start: 'all',
            found: 'library',
            children: {
              all: library,
              form: { access: 'session', children: { ':kind': memberForm } },
              guide: { access: 'session', children: { ':guide': guide } },
            },
          },
        },
      },
      'claims-and-spending': claimsAndSpending,
      finder: {
        access: 'anyone',
        start: 'search',
        children: { cost, search: finder, ':part': finder },
      },
      prescriptions,
      wellness,
      'health-record': healthRecord,
    },
  },
  [LOGOUT_PATH]: logout,
  [LOGOUT_PATH_IN_PROJECT]: logout,
  '/shop/': shop('under65'),
  '/medicare/': shop('medicare'),
  '/spa/': { form: '/', start: 'spendingSummary', views: { spendingSummary: spending } },
  '/mhs/': { form: '/', start: 'activitySummary', views: { activitySummary: claims } },
  '/search-results.html': { form: '/', start: 'search', views: { search } },
} satisfies Readonly<Record<string, PageRoutes>>

/** Every view in the portal by path prefix, then by the segments of the hash (RT-6, HD-3). */
export const pages: Readonly<Record<string, PageRoutes>> = table

type NamesOf<Prefix extends '/login/' | '/msg/'> = keyof (typeof table)[Prefix]['views']
/** A screen below a prefix, by the segment that is its address (`links.screen`). */
export type ScreenName = NamesOf<'/login/'> | NamesOf<'/msg/'>

export const findScreenPrefix = (name: ScreenName) => (name in table['/msg/'].views ? '/msg/' : '/login/')

/** Every node in the table, including those used when no other fits. */
export const allNodes = (): readonly RouteNode[] => [
  notFound,
  secondFactor,
  withheld,
  ...Object.values(workSignIns),
  ...ROLES.map(roleHome),
  ...[...Object.values(pages), ...Object.values(sites)].flatMap(({ views }) => listNodes(views)),
]

function listNodes(children: Readonly<Record<string, RouteNode>>): RouteNode[] {
  return Object.values(children).flatMap((node) => [node, ...listNodes(node.children ?? {})])
}
