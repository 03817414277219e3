import { fileURLToPath } from 'node:url'

/** Which modules of the page share a file: a request costs a first view more than bytes that only some views need. */

interface ModuleGraph {
  getModuleInfo(id: string): Module | null
}

interface Module {
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
  readonly isEntry: boolean
}

/** The repository's path is cut off, because a folder in it could look like an area. */
const repository = fileURLToPath(new URL('..', import.meta.url))

/** Small modules that nearly every view or sign-in needs. */
const small =
  /src\/(?:\w+\/)?(router\/links|ui\/(field|text-field|password-field|button|checkbox)|session\/(user-data|load-page)|storage\/storage|api\/error)\.tsx?$|rules\/src\/limits\.ts$|\/icons\/check\.m?js$/

/** The views that most people see first: their weight is limited (`bench/weight.ts`). */
const visitorViews = /\/(sign-in\/sign-in|shop\/plans|shop\/compare)-view\.tsx$/
const memberNames = ['landing', 'claims', 'coverage', 'prescriptions', 'finder', 'message-center', 'spending']
const memberViews = memberNames.map((name) => new RegExp(`/${name}/${name}-view\\.tsx$`))

const plansView = /\/shop\/plans-view\.tsx$/
const compareView = /\/shop\/compare-view\.tsx$/
const formViews = [
  'account',
  'contact-us',
  'settings',
  'registration',
  'recovery',
  'apply',
  'message-center/reading-pane',
].map((name) => new RegExp(`/${name}(-view)?\\.tsx$`))

/** Modules that every page loads by itself once it is interactive: menus' contents, timers, news of messages. */
const later =
  /\/shell\/(background|above|choices|help-items|help-content|account-items|group-choices|logout-failed-dialog|problem-dialogs)\.tsx?$|\/ui\/toggle\.tsx$|\/analytics\/tags\.ts$|\/timers\/session-watch\.tsx$|\/live\/mail-watch\.tsx$|\/sign-out\/logout\.ts$/

/** Lines above the page that few people see. */
const lines = /\/shell\/(simulation-banner|provisional-line)\.tsx$/

/** Modules for developers only. */
const tools = /\/debug\/debug\.tsx$|\/stubs\/stub-page\.ts$/

/** Parts that a view loads by itself, right after it is shown. */
const landingParts =
  /\/landing\/(next-list|family-list)\.tsx$|\/primary-care\/primary-(care-card|doctor)\.tsx$|\/tooltips\/named-tooltip\.tsx$/
const coverageParts = /\/coverage\/(cards-card|doctor-card|documents-card|other-insurance-card)\.tsx$/
const signInParts = /\/sign-in\/other-ways\.tsx$/
const messageParts = /\/message-center\/reading-pane\.tsx$/
const prescriptionParts = /\/prescriptions\/drug-search\.tsx$/

type Group = (id: string, graph: ModuleGraph) => boolean

const groups: Readonly<Record<string, Group>> = {
  base: (id, graph) => small.test(id) || leadsTo(id, graph, (one) => graph.getModuleInfo(one)?.isEntry === true),
  // The parts of the shell for signed-in people, and the modules that their views share with them.
  'member-shell': (id, graph) =>
    isNeededBy(id, graph, /\/shell\/member-parts\.tsx$/) && !isNeededBy(id, graph, /\/(sign-in|shop)\//),
  // Modules that many views need, or one view and every page later; and the few that two views share.
  common: (id, graph) => {
    const views = listViews(id, graph)
    const isLittle = views.length === 2 && !views.includes('landing') && /finder|prescriptions/.test(views.join())
    return (
      /icons\/(arrow-left|pencil-line)\./.test(id) ||
      views.length > 2 ||
      isLittle ||
      (views.length > 0 && isNeededBy(id, graph, later))
    )
  },
  later: (id, graph) => isNeededLater(id, graph, later),
  lines: (id, graph) => isNeededLater(id, graph, lines),
  tools: (id, graph) => isNeededLater(id, graph, tools),
  // Lists of choices and checks of short forms.
  'form-state': (id, graph) =>
    /ui\/(radio-group|field-group)\./.test(id) ||
    (isNeededBy(id, graph, plansView) && formViews.some((view) => isNeededBy(id, graph, view))),
  shop: (id, graph) => [plansView, compareView].every((view) => isNeededBy(id, graph, view)),
  'landing-parts': (id, graph) => isNeededLater(id, graph, landingParts),
  'coverage-parts': (id, graph) => isNeededLater(id, graph, coverageParts),
  'sign-in-parts': (id, graph) => isNeededLater(id, graph, signInParts),
  // Modules that the longer forms share.
  forms: (id, graph) => formViews.filter((view) => isNeededLater(id, graph, view)).length > 1,
  'message-parts': (id, graph) => isNeededLater(id, graph, messageParts),
  'prescription-parts': (id, graph) => isNeededLater(id, graph, prescriptionParts),
}

export const chunkGroups = [
  // Changes only when their versions do, so that it stays cached over releases.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 21 },
  ...Object.entries(groups).map(([name, isIn], place) => ({
    name: (id: string, graph: ModuleGraph) => (isIn(id, graph) ? name : null),
    debugName: name,
    priority: 20 - place,
    // Includes its dependencies only if no later group needs them.
    includeDependenciesRecursively: name === 'base',
  })),
  { name: ofFewViews, debugName: 'of few views', priority: 0, includeDependenciesRecursively: false },
]

/** Modules that two first views share, or one first view with views that few people see first. */
function ofFewViews(id: string, graph: ModuleGraph): string | null {
  const views = listViews(id, graph)
  // The landing page shares a little with each of the others, which are often loaded after it.
  if (views.length === 2) return views.includes('landing') ? 'landing-pairs' : views.join('-')
  return views.length === 1 && views[0] !== 'plans' && listRoots(id, graph).size > 1 ? `${views[0]}-shared` : null
}

/** The first views of members and of the shop that need a module at once. */
function listViews(id: string, graph: ModuleGraph): string[] {
  return [...memberNames, 'plans'].filter((_, place) =>
    isNeededBy(id, graph, [...memberViews, plansView][place] ?? later),
  )
}

/** The separately loaded modules that need this one at once. */
function listRoots(id: string, graph: ModuleGraph, seen: Set<string> = new Set()): Set<string> {
  const found = new Set<string>()
  leadsTo(
    id,
    graph,
    (one) => {
      if ((graph.getModuleInfo(one)?.dynamicImporters.length ?? 0) > 0) found.add(one)
      return false
    },
    seen,
  )
  return found
}

/** Whether the wanted modules need this one, and no first view needs it at once. */
function isNeededLater(id: string, graph: ModuleGraph, wanted: RegExp): boolean {
  return isNeededBy(id, graph, wanted) && ![visitorViews, ...memberViews].some((view) => isNeededBy(id, graph, view))
}

function isNeededBy(id: string, graph: ModuleGraph, wanted: RegExp): boolean {
  return leadsTo(id, graph, (importer) => wanted.test(importer.replace(repository, '/')))
}

/** Whether a module, or one that imports it statically, matches. */
function leadsTo(
  id: string,
  graph: ModuleGraph,
  isWanted: (id: string) => boolean,
  seen: Set<string> = new Set(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return isWanted(id) || (graph.getModuleInfo(id)?.importers ?? []).some((one) => leadsTo(one, graph, isWanted, seen))
}
