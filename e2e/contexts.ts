import { setTimeout as wait } from 'node:timers/promises'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Locator,
  Page,
  Request,
} from '@playwright/test'

/**
 * Browser contexts that the tests of one worker reuse, cleared of everything but the portal's cached files: fetching and compiling
 * those again used to be most of the cost of a first view. No page outlives its test.
 */
export interface Contexts {
  /** Lends a context to one test, which gets everything its pages report. */
  lend(options: BrowserContextOptions, hear: (line: string) => void): Promise<LentContext>
}

export interface LentContext {
  readonly context: BrowserContext
  /** The page that the test works with. */
  readonly page: Page
  giveBack(): Promise<void>
}

interface Kept {
  readonly context: BrowserContext
  /**
   * A page without scripts that stays open, so that the next page runs in the same process, which has already compiled the portal's
   * scripts.
   */
  readonly parked: Page
  /** Origins whose storage the pages may have written to. */
  readonly origins: Set<string>
  hear: (line: string) => void
  /** It was changed in a way that cannot be undone. */
  isSpent: boolean
}

/** Methods whose effect lasts as long as the context. */
const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'on', 'once', 'setOffline']

export function createContexts(browser: Browser): Contexts {
  if (isFirefox(browser)) return createNewContexts(browser)
  const free = new Map<string, Kept[]>()
  return {
    async lend(options, hear) {
      const kind = JSON.stringify(options)
      const kept = free.get(kind)?.pop() ?? (await begin(browser, options))
      const page = await clearContext(kept)
      kept.hear = hear
      return {
        context: kept.context,
        page,
        async giveBack() {
          const pages = kept.context.pages().filter((one) => one !== kept.parked)
          kept.hear = () => {}
          if (kept.isSpent) return kept.context.close()
          await Promise.all([kept.context, ...pages].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
          // The browser sometimes never reports that a page is closed if it was still navigating: nobody gets that context again.
          const closing = Promise.all(pages.map((page) => page.close()))
          if ((await Promise.race([closing, wait(20_000, 'late', { ref: false })])) === 'late') return
          free.set(kind, [...(free.get(kind) ?? []), kept])
        },
      }
    },
  }
}

/** Whether the journeys run in Firefox, which is driven by WebDriver BiDi: some of their steps exist only in Chromium's protocol. */
export function isFirefox(browser: Browser | null): boolean {
  return browser?.browserType().name() === 'firefox'
}

/** A new context for each test, if the protocol cannot clear one. */
function createNewContexts(browser: Browser): Contexts {
  mendProtocol(browser)
  return {
    async lend(options, hear) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
      await context.addInitScript(insertAsTyped)
      await listen({ context, origins: new Set(), hear })
      const page = await context.newPage()
      handOverOneByOne(page)
      goAgain(page)
      return { context, page, giveBack: () => context.close() }
    },
  }
}

/** Firefox's page process ends if the runner hands it a list of elements, so each is handed over by itself. */
function handOverOneByOne(page: Page): void {
  const locators: object = Object.getPrototypeOf(page.locator('html'))
  Object.assign(locators, {
    async evaluateAll(this: Locator, read: (all: Element[], value: unknown) => unknown, value: unknown) {
      const all = await this.elementHandles()
      const readThem = new Function('given', `return (${read})(given.all, given.value)`) as (given: object) => unknown
      return this.page().evaluate(readThem, { all, value })
    },
  })
}

/** Firefox gives up a navigation if the page being left has just changed its own address, so it is asked once more. */
function goAgain(page: Page): void {
  const go = page.goto.bind(page)
  page.goto = (...to) =>
    go(...to).catch((failure: unknown) => {
      if (!`${failure}`.includes('NS_BINDING_ABORTED')) throw failure
      return go(...to)
    })
}

/**
 * Makes the runner fill in a field as if by typing: it sets the value and fires the event afterwards, which React does not count as a
 * change.
 */
function insertAsTyped(): void {
  const insert = (text: string) => {
    const { activeElement: field } = document
    if (field instanceof HTMLIFrameElement) return field
    document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  }
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} })
}

interface Told {
  readonly method?: string
  readonly params?: { readonly navigation?: string | null; readonly url: string; download?: string }
}

/**
 * Works around gaps between the runner and Firefox. The runner sets each new context's color scheme by a command that Firefox does not know
 * yet, and gives up when refused; it ignores downloads without a name, which in Firefox are those that no navigation started; and it
 * assumes that every page has the focus.
 */
function mendProtocol(browser: Browser): void {
  const { _connection } = browser as unknown as { _connection: { toImpl(of: Browser): { _browserSession: object } } }
  const session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession) as {
    send(method: string, values: { readonly context?: string | null }): Promise<unknown>
    dispatchMessage(told: Told): void
  }
  const { send, dispatchMessage } = session
  let active: string | null = null
  session.send = async function (method, values) {
    if (method === 'emulation.setMediaFeaturesOverride') return {}
    // A tab in the background has no focus, whatever acts on it: the newest tab is in front.
    if (method === 'browsingContext.create') active = null
    if (method === 'input.performActions' && values.context !== active) {
      active = values.context ?? null
      // A frame cannot come to the front on its own.
      await send.call(this, 'browsingContext.activate', { context: active }).catch(() => {})
    }
    if (method === 'browsingContext.traverseHistory')
      return traverse(values, (...told) => send.call(this, ...told), this)
    return send.call(this, method, values)
  }
  session.dispatchMessage = function (told) {
    const { method, params } = told
    if (params?.navigation === null && method?.startsWith('browsingContext.download')) params.download ??= params.url
    dispatchMessage.call(this, told)
  }
}

/**
 * Goes back or forward, and tells the runner where that has led within a page: Firefox does not report a move to an address without a hash,
 * and the runner would wait for it.
 */
async function traverse(
  values: { readonly context?: string | null },
  send: (method: string, values: object) => Promise<unknown>,
  session: { dispatchMessage(told: object): void },
): Promise<unknown> {
  const target = { context: values.context, sandbox: 'portico-history' }
  const evaluate = (expression: string) =>
    send('script.evaluate', { expression, target, awaitPromise: true }) as Promise<{ result?: { value?: string } }>
  await evaluate(
    "globalThis.moved = new Promise((done) => addEventListener('popstate', () => done(location.href), { once: true })); 0",
  )
  const done = await send('browsingContext.traverseHistory', values)
  // Another document does not have the variable, and Firefox reports its arrival.
  evaluate('globalThis.moved')
    .then(({ result }) => {
      const params = { context: values.context, url: result?.value }
      if (params.url !== undefined) session.dispatchMessage({ method: 'browsingContext.historyUpdated', params })
    })
    .catch(() => {})
  return done
}

async function begin(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const parked = await context.newPage()
  if (options.baseURL !== undefined) await parked.goto(`${options.baseURL}/health/live`)
  const kept: Kept = { context, parked, origins: new Set(), hear: () => {}, isSpent: false }
  await listen(kept)
  const clock = Object.getOwnPropertyNames(Object.getPrototypeOf(context.clock)).filter((name) => /^[a-z]/.test(name))
  for (const [owner, names] of [
    [context, lasting],
    [context.clock, clock.filter((name) => name !== 'constructor')],
  ] as const) {
    for (const name of names) spendBy(kept, owner, name)
  }
  return kept
}

/** Once a test calls this method, no other test gets the context. */
function spendBy(kept: Kept, owner: object, name: string): void {
  const method: unknown = Reflect.get(owner, name)
  if (typeof method !== 'function') throw new Error(`A context has no ${name}.`)
  Reflect.set(owner, name, (...values: unknown[]) => {
    kept.isSpent = true
    return Reflect.apply(method, owner, values)
  })
}

/** Clears everything the last test left, once nothing more of it can arrive; returns a new page. */
async function clearContext({ context, parked, origins }: Kept): Promise<Page> {
  await context.clearCookies()
  // The parked page opens it, so that it starts in the same process too.
  const opened = context.waitForEvent('page')
  await parked.evaluate(() => {
    open('about:blank')
  })
  const page = await opened
  await slowDown(page)
  if (origins.size === 0) return page
  const browser = await context.newCDPSession(page)
  for (const origin of origins) {
    await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' })
  }
  await browser.detach()
  origins.clear()
  return page
}

/** Slows a page's scripts down by PORTICO_E2E_SLOW, to find journeys that pass only on a fast machine. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.PORTICO_E2E_SLOW ?? 1)
  if (rate <= 1 || isFirefox(page.context().browser())) return
  // It lasts as long as this connection to the page, so nothing closes the connection.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate })
}

async function listen(kept: Pick<Kept, 'context' | 'origins' | 'hear'>): Promise<void> {
  const { context, origins } = kept
  // The browser logs violations too; this gives the same wording everywhere, and reports those that are not logged.
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`policy violation: ${effectiveDirective} ${blockedURI}`),
    ),
  )
  // For further pages that a journey opens; they may close before.
  context.on('page', (page) => slowDown(page).catch(() => {}))
  context.on('console', (message) => {
    if (!isKnown(message)) kept.hear(`console.${message.type()}: ${message.text()}`)
  })
  // The line above has already reported a violation.
  context.on('weberror', (error) => {
    const { message } = error.error()
    if (!/^The page’s settings blocked /.test(message)) kept.hear(`page error: ${message}`)
  })
  context.on('requestfailed', (request) => {
    const reason = nameFailure(request)
    // Leaving a page, or a view, aborts the requests it was still waiting for.
    if (reason !== 'net::ERR_ABORTED') kept.hear(`request failed: ${reason} ${request.url()}`)
  })
  context.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (response.status() >= 400) kept.hear(`answer ${response.status()} ${pathname}`)
    if (response.request().resourceType() === 'document') origins.add(origin)
  })
}

/** Firefox's names of failures, by Chromium's. */
const failures: Readonly<Record<string, string>> = {
  NS_BINDING_ABORTED: 'net::ERR_ABORTED',
  NS_ERROR_ABORT: 'net::ERR_FAILED',
  NS_ERROR_OFFLINE: 'net::ERR_INTERNET_DISCONNECTED',
}

/** Why a request failed, in Chromium's words. */
export function nameFailure(request: Request): string {
  const reason = request.failure()?.errorText ?? ''
  return failures[reason] ?? reason
}

function isKnown(message: ConsoleMessage): boolean {
  // The page's own log lines about a failed call only repeat the failure, which is reported anyway.
  const named = /^(GET|POST|PUT|DELETE) \/\S+: .+ \((?!200 )\d+ \S+\)$|^The help menu could not be loaded /
  // The accessibility check and the test's clock try to access every frame; a sandboxed one, such as an e-mail in the gallery, has
  // no origin and runs no scripts.
  const ofTest =
    /^Failed to execute 'postMessage' .*recipient window's origin \('null'\)|^Blocked script execution in '[^']*\/emails\//
  // Firefox asks for an icon of pages that allow none, such as an answer in plain text.
  const ofFirefox = /^policy violation: img-src \S+\/favicon\.ico$/
  return [named, ofTest, ofFirefox].some((known) => known.test(message.text()))
}

/** Clears the browser's cache, so that it fetches the portal's files as on a first visit. */
export async function forgetFiles(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.detach()
}
