import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { describePerson, finish, signInFirst, start } from './registering.ts'
import { buildOrigin, expect, expectUsable, open, port, signIn, test, waitForHydration } from './support.ts'

const root = resolve(import.meta.dirname, '..')
const staff = `http://staff.hmbcbs.localhost:${port}`

interface Imported {
  readonly memberNumber: string
  readonly contractNumber: string
  readonly first: string
  readonly claimNumber: string
}

/** A plan's file about one person, whose card has a different number from the contract, with a claim that the plan denied. */
function planFile({ memberNumber, contractNumber, first, claimNumber }: Imported): string {
  const demo = gunzipSync(readFileSync(join(root, 'demo/record/hmbcbs.ndjson.gz'))).toString()
  const denied = demo.split('\n').find((line) => line.includes('Mole removal')) ?? ''
  const [, patientOfDemo = ''] = /"reference":"Patient\/(\d+)"/.exec(denied) ?? []
  const [, claimOfDemo = ''] = /"value":"(C\d+)"/.exec(denied) ?? []
  const number = { type: { coding: [{ code: 'MB' }] }, value: memberNumber }
  const patient = {
    resourceType: 'Patient',
    id: memberNumber,
    identifier: [number],
    name: [{ family: 'Lindqvist', given: [first] }],
    birthDate: '1979-04-02',
  }
  const coverage = {
    resourceType: 'Coverage',
    id: `c${memberNumber}`,
    status: 'active',
    subscriberId: contractNumber,
    beneficiary: { reference: `Patient/${memberNumber}` },
    relationship: { coding: [{ code: 'self' }] },
    period: { start: '2026-01-01' },
    payor: [{ display: 'hmbcbs' }],
    class: [{ type: { coding: [{ code: 'group' }] }, value: '1009001', name: 'Harbor Works' }],
  }
  const claim = denied.replaceAll(patientOfDemo, memberNumber).replaceAll(claimOfDemo, claimNumber)
  const file = join(mkdtempSync(join(tmpdir(), 'portico-plan-')), 'plan.ndjson')
  writeFileSync(file, `${[JSON.stringify(patient), JSON.stringify(coverage), claim].join('\n')}\n`)
  return file
}

test('IM-1 RG-1 MP-4 MP-5 MP-8 MP-9 a plan sends a claim; its owner registers, reads why, saves the letter and asks; staff answer with the claim at hand', async ({
  page,
  newVisitor,
  noise,
}, { retry }) => {
  test.slow()
  noise.allow(/40[01]/)
  const person: Imported = {
    memberNumber: `8870200100${retry}`,
    contractNumber: `8870200900${retry}`,
    first: ['Sunniva', 'Torunn'][retry] ?? '',
    claimNumber: `C99000100${retry}`,
  }
  const env = { ...process.env, DATA_DIR: process.env.PORTICO_E2E_DATA }
  const command = join(root, 'server/src/imports/imports/command.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, 'fhir', planFile(person), '--brand', 'hmbcbs'],
    { env },
  )
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ read: 3, created: 3, rejected: 0 })

  await open(page, `${buildOrigin('hmbcbs')}/login/#/register`)
  await start(page, 'en', '15222')
  const { memberNumber: memberId, first } = person
  await describePerson(page, 'en', { memberId, first, last: 'Lindqvist', birth: ['4', '2', '1979'] })
  await page.keyboard.press('Enter')
  const loginId = `LINDQ0${retry}X`
  await finish(page, 'en', { to: `lindqvist${retry}@mail.test`, loginId })
  await signInFirst(page, 'en', loginId, /\/mbr\//)

  const main = page.getByRole('main')
  await open(page, `${buildOrigin('hmbcbs')}/login/#/claims/activitySummary`)
  await main.getByRole('link', { name: 'Lakeside Dermatology' }).click()
  await expect(main).toContainText('Your plan does not cover this care.')
  await expect(main).toContainText(person.claimNumber)
  const saved = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Explanation of benefits (PDF)' }).click()
  const bytes = readFileSync(await (await saved).path())
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')

  await main.getByRole('link', { name: 'Ask about this claim' }).press('Enter')
  await expect(main).toContainText('About a claim')
  await expect(main.getByLabel('Sub-category')).toHaveValue('claim-status')
  await expect(main.getByLabel('Subject', { exact: true })).toHaveValue(`Question about claim ${person.claimNumber}`)
  await expectUsable(page, 'a message about a claim')
  const message = main.getByLabel('Message', { exact: true })
  await message.fill('Why is this not covered?')
  // A reload keeps both the text and the claim.
  await expect(main).toContainText(/Draft (saved|kept)/)
  await page.reload()
  await waitForHydration(page)
  await expect(message).toHaveValue('Why is this not covered?')
  await expect(main).toContainText('Lakeside Dermatology')
  await main.getByRole('button', { name: 'Send message' }).press('Enter')
  await main.getByRole('link', { name: 'Read your message' }).click()
  const claims = page.getByRole('list', { name: 'Claims in this conversation' })
  await expect(claims.getByRole('link')).toContainText('Lakeside Dermatology')
  await expectUsable(page, 'a conversation about a claim')

  const rep = await newVisitor()
  await signIn(rep, 'CSRREP01', staff)
  await open(rep, `${staff}/msg/#!/workspace`)
  await rep.getByRole('searchbox', { name: 'Search messages and members' }).fill(person.claimNumber)
  await rep.keyboard.press('Enter')
  await rep
    .getByRole('link', { name: new RegExp(person.claimNumber) })
    .first()
    .click()
  const card = rep.getByRole('region', { name: 'The claim in question' })
  await expect(card).toContainText('$420.00')
  await expect(card).toContainText('The plan does not cover this care.')
  await expectUsable(rep, 'a conversation with the claim beside it')
  await rep.getByLabel(`Reply to ${first} Lindqvist`).fill('Removal for looks alone is not covered. You can appeal.')
  await rep.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(rep.getByRole('article')).toContainText('Removal for looks alone')
  await page.reload()
  await waitForHydration(page)
  await expect(main).toContainText('Removal for looks alone')
  await claims.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lakeside Dermatology')
})
