import { pages, type RouteNode } from '../web/src/base/router/routes.ts'
import { listBrokenAmounts } from './fit.ts'
import { buildOrigin, expect, expectNoSidewaysScroll, openWhole, port, signIn, test } from './support.ts'

/** Every address of the table of routes that needs no id, with its access. */
function listAddresses(): readonly { readonly address: string; readonly access: RouteNode['access'] }[] {
  return Object.entries(pages).flatMap(([prefix, { form, views }]) =>
    Object.entries(views).flatMap(([segment, node]) =>
      listBelow(segment, node).map(({ segments, access }) => ({ address: `${prefix}#${form}${segments}`, access })),
    ),
  )
}

function listBelow(segments: string, node: RouteNode): { segments: string; access: RouteNode['access'] }[] {
  const own = node.view === undefined || node.development ? [] : [{ segments, access: node.access }]
  const parts = (node.titledParts ?? []).map((part) => ({ segments: `${segments}/${part}`, access: node.access }))
  const below = Object.entries(node.children ?? {}).filter(([name]) => !name.startsWith(':'))
  return [...own, ...parts, ...below.flatMap(([name, child]) => listBelow(`${segments}/${name}`, child))]
}

/** Targets of links in e-mails, which need a ticket; and signing out, which ends the walk. */
const withTicket = /confirm-|resume-|new-password|guardian|invitation|connect-app|logout|\/continue$|\/proposal$/

/** Views of a single item of a list: the list, and a part of its links' addresses. */
const openedFrom: Readonly<Record<string, readonly { readonly list: string; readonly part: string }[]>> = {
  MEMBER01: [
    { list: '/login/#/claims/activitySummary', part: 'claims/claim/' },
    { list: '/msg/#!/message-center', part: '#!/message-center/' },
  ],
  INTERNAL1: [{ list: '/msg/#!/workspace', part: '#!/workspace/0' }],
  ADMIN001: [{ list: '/msg/#!/administration/people', part: 'administration/people/' }],
}

const staffOrigin = `http://staff.hmbcbs.localhost:${port}`
const people = [
  { who: 'a visitor', login: null, origin: buildOrigin('hmbcbs'), seen: ['anyone'] },
  { who: 'a member', login: 'MEMBER01', origin: buildOrigin('hmbcbs'), seen: ['member', 'session', 'person'] },
  { who: 'an agent', login: 'AGENT001', origin: buildOrigin('hmbcbs'), seen: ['producer'] },
  { who: 'a supervisor', login: 'INTERNAL1', origin: staffOrigin, seen: ['staff'] },
  { who: 'an administrator', login: 'ADMIN001', origin: staffOrigin, seen: ['staff'] },
] as const

for (const { who, login, origin, seen } of people) {
  test(`HD-7 LG-4 RT-6 every screen of ${who} fits a phone of 320 px in the largest text, in Spanish`, async ({
    newVisitor,
    noise,
  }) => {
    test.slow()
    noise.allow(/401/)
    const page = await newVisitor({ viewport: { width: 320, height: 640 } })
    if (login !== null) await signIn(page, login, origin)
    const kept = Object.entries({ language: 'es', fontSize: 'largest' })
    await page.context().addCookies(kept.map(([name, value]) => ({ name, value, url: origin })))
    const mine = listAddresses().filter(
      ({ address, access }) => !withTicket.test(address) && (seen as readonly string[]).includes(access),
    )
    expect(mine.length).toBeGreaterThan(4)
    const further: string[] = []
    const visit = async (address: string) => {
      await openWhole(page, `${origin}${address}`)
      await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(/\S/)
      await expectNoSidewaysScroll(page, address)
      expect(await page.evaluate(listBrokenAmounts), `amounts that break on ${address}`).toEqual([])
      const opened = openedFrom[login ?? '']?.find(({ list }) => list === address)
      if (opened === undefined) return
      const found = page.getByRole('main').locator(`a[href*="${opened.part}"]`)
      await expect(found.first(), address).toBeVisible()
      const hrefs = await found.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      further.push(...hrefs.slice(0, 6))
    }
    for (const { address } of mine) await visit(address)
    expect(further.length > 0).toBe(login !== null && login in openedFrom)
    for (const address of new Set(further)) await visit(address)
  })
}
