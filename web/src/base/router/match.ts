import type { PageState, SessionView } from '@portico/contract/page'
import type { Role } from '@portico/rules/roles'
import type { Area, MessageId } from '../texts/catalogues.ts'
import { type Place, readPlace } from './place.ts'
import {
  changePassword,
  landing,
  notFound,
  type RouteNode,
  roleHome,
  secondFactor,
  signIn,
  siteHome,
  visitorHome,
  withheld,
  workSignIns,
} from './routes.ts'

/** A step that someone who has entered the right password must complete before anything else (SI-7, AD-2). */
export type Due = 'password' | 'second-factor' | null

export function findDue(page: Pick<PageState, 'passwordDue' | 'factorDue'>): Due {
  return page.passwordDue ? 'password' : page.factorDue ? 'second-factor' : null
}

/** A level of a match that has something to show. */
export interface MatchedView {
  readonly view: string
  readonly variant: string | undefined
  readonly title: MessageId | undefined
}

/** Where an address leads. */
export interface RouteMatch {
  readonly place: Place
  /** Outermost first; all are loaded before any is shown (RT-3). */
  readonly views: readonly MatchedView[]
  readonly texts: readonly Area[]
  /** Segments matched by the table's parameters, e.g. `messageId`. */
  readonly named: Readonly<Record<string, string>>
  readonly kind: 'view' | 'sign-in' | 'not-found'
  /** Segments that decide the active tab; none on the home pages with tabs, whatever its address (RT-3). */
  readonly tabSegments: readonly string[]
}

/**
 * Finds the views for an address (RT-1 to RT-3, RT-5). Without a session, the sign-in view replaces a view that needs one, at the same
 * address. With a session, the person's home replaces the sign-in view, and views for members or staff that are not for this person. People
 * viewing someone else's information see which part was not shared with them. Someone whose password is due can only change it, and
 * otherwise sees what people without a session see (SI-7). `development` is whether the host is for development or tests.
 */
export function match(place: Place, session: Seen | null, development = false, due: Due = null): RouteMatch {
  const segments = place.segments.length > 0 ? place.segments : place.page ? [place.page.start] : []
  const walked = place.page && walk(place.page.views, segments)
  if (!walked || (walked.nodes[0]?.development && !development)) return noMatch(place)
  // Only visitors see a brand's own site at its root.
  const asked = walked.nodes[0] === siteHome && (session !== null || due !== null) ? [landing] : walked.nodes
  const nodes = standIn(asked, session, due)
  const isSignIn = nodes[0] === signIn
  return {
    ...buildMatch(place, isSignIn ? [workSignIns[place.project] ?? signIn] : nodes),
    named: walked.named,
    kind: isSignIn ? 'sign-in' : 'view',
    tabSegments: nodes[0] === landing || nodes[0] === visitorHome ? [] : segments,
  }
}

/** The not-found view at an address (RT-5). */
export function noMatch(place: Place): RouteMatch {
  return { ...buildMatch(place, [notFound]), named: {}, kind: 'not-found', tabSegments: place.segments }
}

function buildMatch(place: Place, nodes: readonly RouteNode[]): Pick<RouteMatch, 'place' | 'views' | 'texts'> {
  return {
    place,
    views: nodes.flatMap(({ view, variant, title, titledParts }, level) => {
      const part = place.segments[level + 1] ?? ''
      if (view === undefined) return []
      return [{ view, variant, title: titledParts?.includes(part) ? partTitle(view, part) : title }]
    }),
    texts: [...new Set(nodes.flatMap((node) => node.texts ?? []))],
  }
}

function standIn(nodes: readonly RouteNode[], session: Seen | null, due: Due): readonly RouteNode[] {
  if (due === 'password' && nodes[0] === changePassword) return nodes
  // The sign-in view is also shown right after a sign-in.
  if (due === 'second-factor' && (nodes[0] === signIn || nodes.some(({ access }) => access !== 'anyone')))
    return [secondFactor]
  if (session === null) return nodes.some(({ access }) => access !== 'anyone') ? [signIn] : nodes
  const { role } = session
  const isHome = nodes[0] === signIn || nodes[0] === landing
  const isMember = role === 'MEMBER'
  const closed = listClosedAccess(role)
  if (isHome || nodes.some(({ access }) => closed.includes(access))) return [isMember ? landing : roleHome(role)]
  return isWithheld(nodes, session) ? [withheld] : nodes
}

/**
 * Whether a view was not shared with someone who looks at another person's information. They need access to each view shown, at any level:
 * the person's own costs of care are not as public as what anyone sees of doctors.
 */
function isWithheld(nodes: readonly RouteNode[], session: Seen | null): boolean {
  const scopes = session?.simulation?.scopes
  const isClosed = ({ view, access, viewing }: RouteNode) =>
    view && access !== 'anyone' && !(viewing && scopes?.includes(viewing))
  return !!scopes && nodes.some(isClosed)
}

/** The access values that this role cannot open: internal staff sell too (AG-1), agents have only the producer portal. */
function listClosedAccess(role: Role): readonly RouteNode['access'][] {
  switch (role) {
    case 'MEMBER':
      return ['staff', 'producer']
    case 'INTERNAL':
      return ['member', 'person']
    case 'AGENT':
    case 'AGENCY_ADMIN':
      return ['member', 'person', 'staff']
    default:
      return ['member', 'staff', 'producer']
  }
}

/** The part of a session that decides which views are shown. */
interface Seen {
  readonly role: Role
  readonly simulation?: SessionView['simulation']
}

interface Walk {
  readonly nodes: readonly RouteNode[]
  readonly named: Readonly<Record<string, string>>
}

function walk(children: Readonly<Record<string, RouteNode>>, segments: readonly string[]): Walk | null {
  const [first, ...others] = segments
  if (first === undefined) return null
  const wildcard = Object.keys(children).find((name) => name.startsWith(':'))
  const name = Object.hasOwn(children, first) ? first : wildcard
  const node = name === undefined ? undefined : children[name]
  if (!node) return null

  const below = others.length > 0 ? others : node.start === undefined ? [] : [node.start]
  const nested = below.length === 0 || node.children === undefined ? null : walk(node.children, below)
  if (nested === null && below.length > 0 && !node.rest) return null
  const named = name === wildcard && name !== undefined ? { [name.slice(1)]: first } : {}
  return { nodes: [node, ...(nested?.nodes ?? [])], named: { ...named, ...nested?.named } }
}

/** Whether an address leads this person to its own view, not to one shown in its place. */
export function mayBeShown(place: Place, session: Seen | null): boolean {
  const walked = place.page && walk(place.page.views, place.segments.length > 0 ? place.segments : [place.page.start])
  if (!walked || isWithheld(walked.nodes, session)) return false
  return walked.nodes.every(
    ({ access }) => access === 'anyone' || (session !== null && !listClosedAccess(session.role).includes(access)),
  )
}

/** Whether an author's link leads this person to its target; without a session it does after a sign-in. */
export function leadsSomewhere(to: string, session: Seen | null): boolean {
  return session === null || !to.startsWith('/') || mayBeShown(readPlace(to), session)
}

/** Whether a specific page was requested, rather than just the portal: a sign-in then leads there. */
export function isAskedFor({ place: { prefix, segments } }: RouteMatch): boolean {
  return segments.length > 0 ? segments[0] !== 'sign-in' : prefix !== '/' && prefix !== '/login/'
}

/** Whether two matches show the same views, so that moving between them keeps the components mounted. */
export function sameViews(one: RouteMatch, other: RouteMatch): boolean {
  const key = ({ views }: RouteMatch) => views.map(({ view, variant }) => `${view} ${variant}`).join('\n')
  return key(one) === key(other)
}

/** The title of a part of a view, e.g. `workspace.figures.title`; a test knows them all. */
export function partTitle(view: string, part: string): MessageId {
  return `${view.split('/')[0]}.${part}.title` as MessageId
}
