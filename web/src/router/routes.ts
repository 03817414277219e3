import type { Role } from '@portico/rules/roles'
import type { HashForm } from '@portico/rules/routing/hash'
import type { Area, MessageId } from '../messages/catalogues.ts'

/** One level of a route. Without `view` it only groups its children. */
export interface RouteNode {
  /** File of the view under `src`, without `.tsx`; it ends in `-view`. */
  readonly view?: string
  /** Areas whose texts the view needs, besides those of the shell. */
  readonly texts?: readonly Area[]
  /** `anyone`: also without a session; else the sign-in view stands in. `member`: members only, others see their home. */
  readonly access: 'anyone' | 'session' | 'member'
  /** Overrides the view's title. */
  readonly title?: MessageId
  readonly variant?: string
  /** Child that is meant where the address ends here. */
  readonly start?: string
  /** Nested views by segment; a name that begins with `:` takes any segment and names it. */
  readonly children?: Readonly<Record<string, RouteNode>>
  /** Any further segments lead here too. */
  readonly rest?: true
}

/** The routes of one path prefix. */
export interface PageRoutes {
  /** The hash form that links of ours use; both forms are read (RT-1). */
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

export const notFound: RouteNode = { view: 'shell/not-found-view', access: 'anyone' }

export const landing: RouteNode = { view: 'landing/landing-view', texts: ['landing'], access: 'member' }

/** Services that this portal does not offer online yet, each told on a page of its own. */
export type ServiceId =
  | 'account'
  | 'change-password'
  | 'claims'
  | 'claims-and-spending'
  | 'coverage'
  | 'educational-materials'
  | 'find-doctor'
  | 'forgot-password'
  | 'forgot-username'
  | 'pay-premium'
  | 'prescriptions'
  | 'producer-home'
  | 'register'
  | 'search'
  | 'spending'
  | 'staff-home'
  | 'visitor-home'
  | 'wellness'

function service(id: ServiceId, access: RouteNode['access'] = 'session'): RouteNode {
  return {
    view: 'service/service-view',
    texts: ['service'],
    access,
    title: `service.${id}.title`,
    variant: id,
    rest: true,
  }
}

const workspaces: Partial<Record<Role, ServiceId>> = {
  AGENT: 'producer-home',
  AGENCY_ADMIN: 'producer-home',
  INTERNAL: 'staff-home',
}

/** Home of those who are signed in and no members (RO-1). */
export function roleHome(role: Role): RouteNode {
  return service(workspaces[role] ?? 'visitor-home')
}

const home: PageRoutes = { form: '!/', start: 'landing', views: { landing } }

/** Every view of the portal by path prefix, then by the segments of the hash (RT-6, HD-3). */
export const pages: Readonly<Record<string, PageRoutes>> = {
  '/': home,
  '/home': home,
  '/member/home': home,
  '/mbr/': {
    form: '!/',
    start: 'landing',
    views: { landing, overview: landing, account: service('account') },
  },
  '/msg/': {
    form: '!/',
    start: 'message-center',
    views: {
      'message-center': {
        view: 'message-center/message-center-view',
        texts: ['message-center'],
        access: 'member',
        rest: true,
      },
      // Who cannot sign in finds the phone number here; `write` asks for a session first.
      'contact-us': {
        view: 'contact-us/contact-us-view',
        texts: ['contact-us', 'service'],
        access: 'anyone',
        children: { write: { access: 'session' } },
      },
    },
  },
  '/login/': {
    form: '/',
    start: 'sign-in',
    views: {
      'sign-in': signIn,
      'forgot-username': service('forgot-username', 'anyone'),
      'forgot-password': service('forgot-password', 'anyone'),
      register: service('register', 'anyone'),
      'change-password': service('change-password'),
      'meaningful-access': { view: 'notices/meaningful-access-view', texts: ['notices'], access: 'anyone' },
      accessibility: { view: 'notices/accessibility-view', texts: ['notices'], access: 'anyone' },
      coverage: service('coverage'),
      ebill: service('pay-premium'),
      claims: {
        access: 'session',
        start: 'activitySummary',
        children: {
          activitySummary: service('claims'),
          'educational-materials': service('educational-materials'),
        },
      },
      'claims-and-spending': service('claims-and-spending'),
      finder: service('find-doctor', 'anyone'),
      prescriptions: service('prescriptions'),
      wellness: service('wellness', 'anyone'),
    },
  },
  '/spa/': { form: '/', start: 'spendingSummary', views: { spendingSummary: service('spending') } },
  '/mhs/': { form: '/', start: 'activitySummary', views: { activitySummary: service('claims') } },
  '/search-results.html': { form: '/', start: 'search', views: { search: service('search') } },
}
