import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { contentInfo } from '@portico/contract/calls/content'
import { contentNames } from '@portico/rules/content/declared'
import { listIds, withAdded, withParts } from '@portico/rules/content/fields'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { contentKey, newRelease, newText, readLatest, requestText } from '../../../test/content-samples.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
/** An author for every brand, one who writes and approves for every brand, and one who does both for North Dakota alone. */
const mara = testClient(portal, 'AUTHOR01')
const omar = testClient(portal, 'APPROV01')
const tomas = testClient(portal, 'AUTHOR02')

beforeEach(async () => {
  for (const table of ['content_undo', 'content_released', 'content_release', 'content_step', 'content_version']) {
    await sql`delete from ${sql.table(table)}`.execute(portal.database.read)
  }
})

const signIn = (loginId: string) => signInClient(portal.origin, loginId)

type Text = Partial<BodyOf<typeof calls.writeContent>>
const nothing = 'Your inbox is empty'

async function write(client: Client, more: Text = {}) {
  const { name, brand, language, qualifiers } = { ...contentKey, ...more }
  const latest = await readLatest(client, { name, brand, language, qualifiers })
  const body = newText(latest?.versionId ?? null, more)
  return { body, answer: await make(client, calls.writeContent, { body }) }
}
async function submitText(more: Text = {}): Promise<string> {
  const { body, answer } = await write(mara, { submit: true, ...more })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return body.versionId
}
async function release(versionIds: readonly string[], more: Parameters<typeof newRelease>[1] = {}, client = omar) {
  const body = newRelease(versionIds, more)
  return { body, answer: await make(client, calls.releaseContent, { body }) }
}
async function readShown(
  brand = 'HMBCBS',
  language = 'en',
  name: string = contentKey.name,
): Promise<string | undefined> {
  const reader = new Client(portal.origin)
  reader.cookies.set('language', language)
  const body = requestText(name, brand)
  return (await make(reader, contentInfo, { body })).body.payload.contentResponse[0]?.value
}
const expectField = (field: string) => expect.objectContaining({ field })

describe('CT-5 the list', () => {
  test('CT-5 every name that the code reads is listed with the text that shows, in both languages where it has them', async () => {
    const { body } = await make(mara, calls.contentItems, { query: { brand: 'ALL' } })
    const { items, released } = body.payload
    const listed = new Set(items.map(({ name }) => name))
    expect(contentNames.filter((name) => !listed.has(name))).toEqual([])
    expect(items.find(({ name, language }) => name === contentKey.name && language === 'en')).toMatchObject({
      area: 'contact',
      live: { value: nothing, edited: false },
      latest: null,
      editable: true,
    })
    expect(released[contentKey.name]).toBe(nothing)
  })

  test('CT-5 every text that CT-1 answers in the authors’ languages, by name and by type, is listed', async () => {
    const { rows } = await sql<{ name: string; brand: string; language: string }>`
      select name, brand, language from content_item where language in ('en', 'es')`.execute(portal.database.read)
    const { body } = await make(mara, calls.contentItems, { query: { brand: 'ALL' } })
    const key = (one: { name: string; brand: string; language: string }) => `${one.name} ${one.brand} ${one.language}`
    expect(body.payload.items.map(key).sort()).toEqual(rows.map(key).sort())
  })
})

describe('CT-6 from draft to release', () => {
  test('CT-6 CT-8 no one sees a draft; approved by somebody else it shows, and a rollback removes it', async () => {
    const draft = await write(mara)
    expect(draft.answer.body.payload.item.latest).toMatchObject({ state: 'draft', value: 'Nothing in here' })
    expect(await readShown()).toBe(nothing)
    const { versionId } = draft.body
    expect((await release([versionId])).answer.status).toBe(409)
    const step = { stepId: randomUUID(), versionId, step: 'submit' as const, note: 'Please look' }
    const submitted = await make(mara, calls.stepContent, { body: step })
    expect(submitted.body.payload.item.latest?.state).toBe('submitted')
    expect((await release([versionId], {}, mara)).answer.status).toBe(403)
    const { body, answer } = await release([versionId])
    expect(answer.status).toBe(200)
    expect(await readShown()).toBe('Nothing in here')
    expect(await readLatest(mara, contentKey)).toMatchObject({ state: 'live', showing: { releaseId: body.releaseId } })
    const undo = { undoId: randomUUID(), releaseId: body.releaseId, note: 'A mistake' }
    expect((await make(omar, calls.undoRelease, { body: undo })).status).toBe(200)
    expect(await readShown()).toBe(nothing)
    expect((await readLatest(mara, contentKey))?.state).toBe('undone')
    expect((await make(omar, calls.undoRelease, { body: { ...undo, undoId: randomUUID() } })).status).toBe(409)
  })

  test('CT-6 no one approves what they wrote or submitted', async () => {
    const { body, answer } = await write(omar, { submit: true })
    expect(answer.body.payload.item.latest?.mayApprove).toBe(false)
    const own = (await release([body.versionId])).answer
    expect([own.status, own.body.errors]).toEqual([400, [expectField('versionIds')]])
    const draft = await write(mara)
    const step = { stepId: randomUUID(), versionId: draft.body.versionId, step: 'submit' as const, note: 'Mine now' }
    expect((await make(omar, calls.stepContent, { body: step })).status).toBe(200)
    expect((await release([draft.body.versionId])).answer.status).toBe(400)
    expect(await readShown()).toBe(nothing)
  })

  test('CT-6 a returned or withdrawn version cannot be approved, nor one that has been overwritten since', async () => {
    const one = await submitText()
    const back = { stepId: randomUUID(), versionId: one, step: 'return' as const, note: 'Too short' }
    expect((await make(mara, calls.stepContent, { body: back })).status).toBe(403)
    const { body } = await make(omar, calls.stepContent, { body: back })
    expect(body.payload.item.latest).toMatchObject({ state: 'returned', step: { note: 'Too short' } })
    expect((await release([one])).answer.status).toBe(409)
    const two = await submitText({ value: 'Better' })
    await write(mara, { value: 'Better still' })
    expect((await release([two])).answer.status).toBe(409)
    expect(await readShown()).toBe(nothing)
  })

  test('CT-6 someone who has not seen the last version overwrites nothing; of two simultaneous versions, one is kept', async () => {
    const { body } = await write(mara, { value: 'Mine' })
    const late = await make(omar, calls.writeContent, { body: newText(null, { value: 'Over it' }) })
    expect([late.status, listErrorCodes(late)]).toEqual([409, ['CONFLICT']])
    const again = await make(mara, calls.writeContent, { body })
    expect(again.body.payload).toMatchObject({ repeated: true, differs: false })
    const both = await Promise.all(
      [mara, omar].map((one) => make(one, calls.writeContent, { body: newText(body.versionId) })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('CT-6 a text with a period shows during that period, and the earlier text shows again afterwards', async () => {
    const first = await release([await submitText({ value: 'For good' })])
    expect(first.answer.status).toBe(200)
    const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const id = await submitText({ value: 'For a week' })
    const wrong = await release([id], { from: ahead(8), until: ahead(7) })
    expect(wrong.answer.body.errors).toEqual([expectField('until')])
    // A date that was meant for another year would show it at once.
    const past = await release([id], { from: '2020-01-01T00:00:00.000Z', until: ahead(8) })
    expect([past.answer.status, past.answer.body.errors]).toEqual([400, [expectField('from')]])
    expect(await readShown()).toBe('For good')
    const { body, answer } = await release([id], { from: ahead(1), until: ahead(8) })
    expect(answer.status).toBe(200)
    expect([await readShown(), (await readLatest(mara, contentKey))?.state]).toEqual(['For good', 'scheduled'])
    const move = (from: string, until: string) =>
      sql`update content_release set live_from = ${from}::timestamptz, live_until = ${until}::timestamptz
        where release_id = ${body.releaseId}`.execute(portal.database.read)
    await move(new Date(Date.now() - 1).toISOString(), ahead(7))
    expect([await readShown(), (await readLatest(mara, contentKey))?.state]).toEqual(['For a week', 'live'])
    await move(ahead(-8), ahead(-1))
    expect([await readShown(), (await readLatest(mara, contentKey))?.state]).toEqual(['For good', 'ended'])
  })

  test.each<[string, Text, string]>([
    ['an unknown placeholder', { value: 'Hello {who}' }, 'content.problem.placeholder'],
    ['a brace', { value: 'Hello {{constructor}}' }, 'content.problem.placeholder'],
    ['nothing', { value: ' ' }, 'content.problem.empty'],
    ['too long a text', { value: 'x'.repeat(101) }, 'content.problem.long'],
    ['characters that turn the order', { value: 'abc\u202etxt' }, 'content.problem.character'],
    [
      'a link to elsewhere by another scheme',
      { name: 'MBR_COVERAGE_TAB', value: '{"label":"Coverage","url":"javascript:alert(1)"}' },
      'content.problem.own-link',
    ],
    ['another frame', { name: 'MBR_COVERAGE_TAB', value: '{"label":"Coverage"}' }, 'content.problem.frame'],
    ['a day that there is not', { name: 'MBR_ClickToChat_EndDate', value: '02/30/2027' }, 'content.problem.date'],
  ])('CT-6 %s is kept as a draft and not submitted', async (_, text, code) => {
    expect((await write(mara, text)).answer.status).toBe(200)
    const { answer } = await write(mara, { ...text, submit: true })
    expect([answer.status, answer.body.errors?.[0]?.errorMessage]).toEqual([400, code])
  })

  test('CT-6 HD-2 the tabs of a brand that has its own list change within that list, and others within theirs', async () => {
    const tab = { icon: 'house', showText: true, active: false, linkTarget: '_self' }
    const buildTabs = (label: string) => JSON.stringify([{ id: 'navHome', label, ...tab }])
    const own = { name: 'MBR_HEADER_TABS', brand: 'IDH', language: 'en' } as const
    const rest = { qualifiers: '{}', content_type: null, origin: 'release', updated_at: new Date() } as const
    const shipped = { ...own, ...rest, value: buildTabs('Home') }
    await portal.database.read.insertInto('content_item').values(shipped).execute()
    const change = (brand: string) =>
      write(mara, { ...own, brand, qualifiers: {}, value: buildTabs('Start'), submit: true })
    expect((await change('IDH')).answer.status).toBe(200)
    expect(listErrorCodes((await change('WYBCBS')).answer)).toEqual(['content.problem.frame'])
    const { released } = (await make(mara, calls.contentItems, { query: { brand: 'ALL' } })).body.payload
    expect(released['MBR_HEADER_TABS IDH']).toBe(shipped.value)
    expect(Object.keys(released).filter((name) => name.includes(' '))).toEqual(['MBR_HEADER_TABS IDH'])
    await portal.database.read.deleteFrom('content_item').where('brand', '=', 'IDH').execute()
  })

  test('FT-2 CT-6 a link that an author adds to the footer is submitted, approved, and shows on every page', async () => {
    const name = 'MBR_FOOTER_LINKS'
    const { released } = (await make(mara, calls.contentItems, { query: { brand: 'ALL' } })).body.payload
    const links = withAdded(released[name] ?? '', 'link-careers')
    const at = listIds(links).length - 1
    const value = withParts(links, { [`${at}.label`]: 'Careers', [`${at}.url`]: 'https://jobs.plan.example/' })
    expect((await release([await submitText({ name, value })])).answer.status).toBe(200)
    const page = await new Client(portal.origin).get('/login/', { headers: { accept: 'text/html' } })
    expect(String(page.body.payload)).toMatch(/<a[^>]* href="https:\/\/jobs\.plan\.example\/"[^>]*>Careers/)
  })

  test('CT-6 hostile markup is a text like any other', async () => {
    const value = '<script>alert(1)</script> & <b>'
    await release([await submitText({ value })])
    expect(await readShown()).toBe(value)
  })

  test('CT-6 the approver is warned of hard reading, a missing translation and brands with their own text', async () => {
    const value =
      'Notwithstanding preceding communications, beneficiaries may initiate correspondence regarding reimbursement determinations electronically.'
    await submitText({ name: 'MBR_CONTACT_US_REPLY_ERROR', value })
    const [one] = (await make(omar, calls.contentItems, { query: { brand: 'ALL' } })).body.payload.items.filter(
      ({ latest }) => latest !== null,
    )
    const listWarned = () => one?.latest?.warnings.map(({ code }) => code)
    expect(listWarned()).toEqual(['content.warning.reading', 'content.warning.language'])
    await submitText({ name: 'MBR_ADDITIONAL_LANGUAGES_LINK_TEXT', value: 'More languages' })
    const key = { ...contentKey, name: 'MBR_ADDITIONAL_LANGUAGES_LINK_TEXT' }
    expect((await readLatest(omar, key))?.warnings).toContainEqual({
      code: 'content.warning.brands',
      params: { brands: 'NDBCBS' },
    })
  })
})

describe('CT-8 releases', () => {
  test('CT-8 a release of several items shows as a whole at once, and is rolled back as a whole', async () => {
    const ids = [await submitText({ value: 'New' }), await submitText({ value: 'Nuevo', language: 'es' })]
    const { body, answer } = await release(ids)
    expect(answer.body.payload.release.items).toHaveLength(2)
    expect([await readShown(), await readShown('HMBCBS', 'es')]).toEqual(['New', 'Nuevo'])
    await make(omar, calls.undoRelease, { body: { undoId: randomUUID(), releaseId: body.releaseId, note: 'Back' } })
    expect([await readShown(), await readShown('HMBCBS', 'es')]).toEqual([nothing, 'No ha recibido ningún mensaje'])
  })

  test('CT-8 one of several that cannot be approved holds all of them back', async () => {
    const good = await submitText({ value: 'New' })
    const { body } = await write(mara, { value: 'Nuevo', language: 'es' })
    expect((await release([good, body.versionId])).answer.status).toBe(409)
    expect((await release([good, randomUUID()])).answer.status).toBe(404)
    expect([await readShown(), (await readLatest(mara, contentKey))?.state]).toEqual([nothing, 'submitted'])
  })

  test('CT-8 an item is reset to the text that came with the portal; its versions stay, the latest first', async () => {
    await release([await submitText({ value: 'New' })])
    await release([await submitText({ value: null, note: 'The old one was better' })])
    expect(await readShown()).toBe(nothing)
    const { body } = await make(mara, calls.contentVersions, { body: contentKey })
    expect(body.payload.versions.map(({ value, state }) => [value, state])).toEqual([
      [null, 'live'],
      ['New', 'live'],
    ])
  })

  test('CT-8 the addresses that browsers cache change with a release and with its rollback', async () => {
    const readShownTexts = async () => {
      const html = (await new Client(portal.origin).get('/login/', { headers: { accept: 'text/html' } })).body
        .payload as unknown as string
      return /"contentVersion":"(\d+)"/.exec(html)?.[1]
    }
    const versions = [await readShownTexts()]
    const { body } = await release([await submitText({ value: 'New' })])
    versions.push(await readShownTexts())
    await make(omar, calls.undoRelease, { body: { undoId: randomUUID(), releaseId: body.releaseId, note: 'Back' } })
    versions.push(await readShownTexts())
    const [before, during, after] = versions
    expect([before, during, after]).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    expect([before, after]).not.toContain(during)
  })
})

describe('CT-6 RO-4 brands', () => {
  const northDakota = { brand: 'NDBCBS' }

  test('CT-6 RO-4 staff of one brand write and approve only its texts; other brands are not there', async () => {
    const own = await write(tomas, { ...northDakota, value: 'Nothing for you', submit: true })
    expect(own.answer.status).toBe(200)
    const foreign = [
      await make(tomas, calls.contentItems, { query: { brand: 'IDH' } }),
      await make(tomas, calls.contentVersions, { body: { ...contentKey, brand: 'IDH' } }),
      (await write(tomas, { brand: 'IDH' })).answer,
      (await write(tomas)).answer,
      await make(tomas, calls.explainContentFor, { body: { ...contentKey, brand: 'IDH' } }),
    ]
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const everyBrand = await submitText({ value: 'For all' })
    const idaho = await submitText({ value: 'For Idaho', brand: 'IDH' })
    const steps = ['withdraw', 'return', 'submit'] as const
    for (const versionId of [everyBrand, idaho]) {
      expect((await release([versionId], {}, tomas)).answer.status).toBe(404)
      expect((await release([versionId, own.body.versionId], {}, tomas)).answer.status).toBe(404)
      for (const step of steps) {
        const body = { stepId: randomUUID(), versionId, step, note: 'Not mine' }
        expect((await make(tomas, calls.stepContent, { body })).status).toBe(404)
      }
    }
    const { body } = await release([idaho, own.body.versionId])
    const undo = { undoId: randomUUID(), releaseId: body.releaseId, note: 'Not mine' }
    expect((await make(tomas, calls.undoRelease, { body: undo })).status).toBe(404)
    const told = (await make(tomas, calls.contentReleases, {})).body.payload.releases
    expect(told.map(({ items, mayUndo }) => [items.map(({ brand }) => brand), mayUndo])).toEqual([[['NDBCBS'], false]])
    const listed = (await make(tomas, calls.contentItems, { query: northDakota })).body.payload
    expect(new Set(listed.items.map(({ brand }) => brand))).toEqual(new Set(['ALL', 'NDBCBS']))
    expect(listed.brands.map(({ code }) => code)).toEqual(['NDBCBS'])
    expect([await readShown('NDBCBS'), await readShown('IDH'), await readShown('LOU')]).toEqual([
      'Nothing for you',
      'For Idaho',
      nothing,
    ])
  })

  test('CT-6 RO-4 staff without the right to write or approve see none of it', async () => {
    const rep = await signIn('CSRREP01')
    const answers = [
      await make(rep, calls.contentItems, { query: { brand: 'ALL' } }),
      await make(rep, calls.contentReleases, {}),
      await make(rep, calls.contentVersions, { body: contentKey }),
      await make(rep, calls.writeContent, { body: newText(null) }),
      await make(rep, calls.explainContentFor, { body: contentKey }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})

test('CT-5 the console shows which item wins for chosen readers, and why each other one does not', async () => {
  const key = { ...contentKey, name: 'MBR_ADDITIONAL_LANGUAGES_LINK_TEXT', brand: 'NDBCBS', language: 'es' as const }
  const { body } = await make(mara, calls.explainContentFor, { body: key })
  expect(body.payload.candidates.map(({ brand, language, verdict }) => [brand, language, verdict])).toEqual([
    ['NDBCBS', 'es', 'wins'],
    ['ALL', 'es', 'every-brand'],
    ['NDBCBS', 'en', 'worse-language'],
    ['ALL', 'en', 'worse-language'],
  ])
})

test('CT-6 every step is in the audit log, with who took it', async () => {
  const id = await submitText()
  const { body } = await release([id])
  await make(omar, calls.undoRelease, { body: { undoId: randomUUID(), releaseId: body.releaseId, note: 'Back' } })
  const { rows } = await sql<{ action: string; actor_login_id: string }>`
    select action, actor_login_id from audit_event where record_id in (${id}, ${body.releaseId}) order by at, event_id`.execute(
    portal.database.read,
  )
  expect(rows.map(({ action, actor_login_id: who }) => `${who} ${action}`)).toEqual([
    'AUTHOR01 content.write',
    'APPROV01 content.release',
    'APPROV01 content.undo',
  ])
})
