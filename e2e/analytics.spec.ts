import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { pageTag } from '../packages/rules/src/analytics/tags.ts'
import { expect, open, port, signIn, test, turnTo, waitForHydration } from './support.ts'

const tagPattern = '**/tag?*'

/** Every tag that the page sends, as its parameters. */
function listen(page: Page) {
  const tags: URLSearchParams[] = []
  page.on('request', (request) => {
    if (isTag(request)) tags.push(new URL(request.url()).searchParams)
  })
  const pages = () => tags.flatMap((tag) => (tag.has('event') ? [] : (tag.get('page') ?? [])))
  const events = () => tags.flatMap((tag) => tag.get('event') ?? [])
  return {
    tags,
    pages,
    events,
    expectPages: (names: string[]) => expect.poll(pages).toEqual(names),
    expectEvents: (names: string[]) => expect.poll(events).toEqual(names),
  }
}

function isTag(request: Request): boolean {
  return new URL(request.url()).pathname === '/tag'
}

/** Every text and number in a member's demo data that reveals something about them. */
function readPersonalTexts(loginId: string): string[] {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../demo', name), 'utf8'))
  const member = read('people.json').members.find((one: { loginId: string }) => one.loginId === loginId)
  const conversations = read('conversations.json')
  const mail = member.conversations.map((key: string) => {
    const { subject, messages } = conversations[key]
    return { subject, messages }
  })
  const leaves = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)]
  // Words for kinds of things, which reveal nothing about this member.
  const kinds = ['true', 'false', 'null', 'plan', 'member']
  return [...leaves({ ...member, brand: '', conversations: [] }), ...leaves(mail)].filter(
    (text) => text.length > 3 && !kinds.includes(text),
  )
}

interface RouteNode {
  readonly view?: string
  readonly variant?: string
  readonly access: string
  readonly children?: Readonly<Record<string, RouteNode>>
}

/** Every address in the page's own route table, with the view that a member sees there. */
async function screens(): Promise<{ address: string; view: string; variant: string | undefined }[]> {
  const table: string = '../web/src/base/router/routes.ts'
  const { pages }: { pages: Record<string, { form: string; views: Record<string, RouteNode> }> } = await import(table)
  // Where a view is not for members, they see their home instead.
  const isShownTo = (view: string, access: string) =>
    ['staff', 'producer'].includes(access) || view.startsWith('sign-in/') ? 'landing/landing-view' : view
  const below = (address: string, node: RouteNode, outer?: RouteNode): Awaited<ReturnType<typeof screens>> => {
    const { view, variant } = node.view ? node : { ...outer }
    const children = Object.entries(node.children ?? {}).filter(([name]) => !name.startsWith(':'))
    return [
      ...(view ? [{ address, view: isShownTo(view, node.access), variant }] : []),
      ...children.flatMap(([name, child]) => below(`${address}/${name}`, child, node)),
    ]
  }
  return Object.entries(pages).flatMap(([prefix, { form, views }]) =>
    Object.entries(views).flatMap(([name, node]) => below(`${prefix}#${form}${name}`, node)),
  )
}

test('AN-1 MC-7 no tag contains any data of a member, whatever screen they see and whatever they do', async ({
  page,
  noise,
}) => {
  test.slow()
  noise.allow(/Password field is not contained in a form/)
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const { tags, pages, expectEvents } = listen(page)
  const referrers: string[] = []
  page.on('request', async (request) => isTag(request) && referrers.push((await request.allHeaders()).referer ?? ''))
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  const seen = new Map((await screens()).map((screen) => [`${screen.view} ${screen.variant}`, screen]))
  for (const { address, ...shown } of seen.values()) {
    await turnTo(page, address)
    await expect.poll(() => pages().at(-1), { message: address }).toBe(pageTag({ ...shown, role: 'MEMBER' }).page)
  }
  await open(page, "/search-results.html?searchQuery=Mayte%20Escobar&productEnabled='true'&contentEnabled='true'")
  await open(page, '/msg/#!/message-center')
  await page.getByRole('link', { name: /Referral needed/ }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByLabel('Your reply').fill('It is about my knee')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('article')).toContainText('Your reply is sent.')
  await expectEvents(['read', 'print', 'reply'])

  const names = new Set(['id', 'brand', 'language', 'page', 'category', 'event', 'visitor', 'n'])
  for (const tag of tags) {
    expect([...tag.keys()].filter((name) => !names.has(name))).toEqual([])
    for (const name of ['page', 'category']) expect(tag.get(name)).toMatch(/^[A-Z]+( [A-Z]+)?:[A-Z]+( [A-Z]+)*$/)
  }
  const sent = tags.map((tag) =>
    [...tag]
      .filter(([name]) => name !== 'n' && name !== 'visitor')
      .join(' ')
      .toLowerCase(),
  )
  const data = [...readPersonalTexts('MEMBER01'), 'knee', page.url().split('/').pop() ?? '']
  expect(data.length).toBeGreaterThan(60)
  for (const text of data) expect(sent.join('\n'), text).not.toContain(text.toLowerCase())
  expect([...new Set(referrers)]).toEqual([''])
  expect(pages()).toContain('MEMBER:MESSAGE CENTER HOME')
  expect(tags.find((tag) => tag.get('page') === 'MEMBER:MESSAGE CENTER HOME')?.get('category')).toBe(
    'MEMBER:MESSAGE CENTER',
  )
})

test('MC-7 AN-1 an event in the message center is reported once a session, or once a message', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const begun = Date.now() / 1000 - 1
  const told = listen(page)
  await signIn(page, 'TWOGROUPS')
  await open(page, '/msg/#!/message-center')
  await told.expectPages(['MEMBER:MESSAGE CENTER HOME'])
  const sorting = page.getByLabel('Sort')
  for (const index of [1, 0, 1]) await sorting.selectOption({ index })
  await told.expectEvents(['sort'])

  const lines = page.getByRole('list', { name: 'Inbox' }).getByRole('link')
  const subject = page.getByRole('article').getByRole('heading', { level: 2 })
  await lines.first().click()
  const first = (await subject.textContent()) ?? ''
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await told.expectEvents(['sort', 'read', 'print'])
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await lines.filter({ hasNotText: first }).first().click()
  await told.expectEvents(['sort', 'read', 'print', 'read'])

  await page.getByRole('main').getByRole('link', { name: 'Write to Customer Service' }).first().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Write to Customer Service' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Message Center' }).click()
  await told.expectEvents(['sort', 'read', 'print', 'read', 'contact-us', 'cancel', 'back'])
  // The last view is reported, too: its tag sets the cookies once more.
  const [home, form] = ['MEMBER:MESSAGE CENTER HOME', 'MEMBER:CONTACT US']
  await told.expectPages([home, home, form, home, form, home])

  const cookies = await page.context().cookies()
  // Each use extends their lifetime, last since this journey began.
  const setAt = (name: string, livesS: number) => (cookies.find((one) => one.name === name)?.expires ?? 0) - livesS
  for (const at of [setAt('UnicaID', 15_552_000), setAt('UnicaSession', 1800)]) {
    expect(at).toBeGreaterThanOrEqual(begun)
    expect(at).toBeLessThanOrEqual(Date.now() / 1000 + 1)
  }
  // Without its cookie, a new session has begun.
  await page.context().clearCookies({ name: 'UnicaSession' })
  await sorting.selectOption({ index: 0 })
  await expect.poll(() => told.events().filter((event) => event === 'sort')).toHaveLength(2)
  // So it has for whoever signs in next.
  const readSession = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'UnicaSession')?.value ?? ''
  expect(await readSession()).toContain('sort')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await readSession()).not.toContain('sort')
})

// `analytics.pg.test.ts` tests the server's answer to people who ask by a header.
test('AN-1 nothing is reported for people who ask for privacy by their browser', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const { tags } = listen(page)
  await signIn(page, 'MEMBER02')
  await open(page, '/msg/#!/message-center')
  await page.getByRole('main').getByRole('link', { name: 'Write to Customer Service' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  // All tags are sent by then; a member's network is never idle, because the page waits for news.
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())))
  expect(tags).toEqual([])
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('Unica'))).toEqual([])
})

test('AN-1 a link that leaves the page waits for a tag, but no longer than a second', async ({ page }) => {
  await page.clock.install()
  let release = () => {}
  await page.route(tagPattern, async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue().catch(() => {})
  })
  const tag = page.waitForRequest(tagPattern)
  await page.goto('/login/')
  await tag
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/login/?left=1', textContent: 'Leave' })
    document.body.append(link)
  })
  // From here on, time passes only in `runFor`.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  const asked: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && asked.push(request.url()))
  await page.getByText('Leave').click()
  await page.clock.runFor(990)
  expect(asked).toEqual([])
  const left = page.waitForURL('**/login/?left=1')
  await page.clock.runFor(20)
  await left
  release()
})

test("AN-1 the script of a brand's vendor is loaded when the page has nothing else to do", async ({ page }) => {
  const script = 'https://survey.example/a.js'
  await page.route(script, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.surveyed = "yes"' }),
  )
  // No call can change a setting yet (CT-4), so the test puts into the page what the server would send if one were set.
  await page.route('**/login/', async (route) => {
    const answer = await route.fetch()
    const policy = answer.headers()['content-security-policy'] ?? ''
    await route.fulfill({
      response: answer,
      headers: {
        ...answer.headers(),
        'content-security-policy': policy.replace("script-src 'self'", "script-src 'self' https://survey.example"),
      },
      body: (await answer.text()).replace('"script":null', `"script":"${script}"`),
    })
  })
  // By IP address, since the test itself calls the server and cannot resolve names below localhost.
  await page.goto(`http://127.0.0.1:${port}/login/`)
  await expect(page.locator('html[data-surveyed=yes]')).toHaveCount(1)
})
