import { readFileSync } from 'node:fs'
import { languages } from '@portico/rules/languages/list'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { markets, planLines } from '@portico/rules/shop/lines'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { sealProposal } from '../../sales/proposals/content.ts'
import { ticketFor } from '../../sales/proposals/ticket.ts'
import { hasProposals, insertRows, listAccounts, listAgencyRegions } from './store.ts'

const File = v.object({
  note: v.string(),
  proposals: v.array(
    v.object({
      agencyId: v.string(),
      region: v.string(),
      /** Login ID. */
      agent: v.string(),
      firstName: v.string(),
      lastName: v.string(),
      email: v.string(),
      language: v.picklist(languages),
      market: v.picklist(markets),
      zipCode: v.string(),
      ages: v.array(v.number()),
      plans: v.array(
        v.object({ planId: v.string(), name: v.string(), line: v.picklist(planLines), premiumCents: v.number() }),
      ),
      madeDaysAgo: v.number(),
      sentDaysAgo: v.nullable(v.number()),
      openedDaysAgo: v.nullable(v.number()),
    }),
  ),
})

const dayMs = 24 * 60 * 60_000

/** Proposals of the demo's agencies, encrypted with this portal's own key; loaded once, into an empty table. */
export async function loadDemoProposals(parts: {
  readonly database: Database
  readonly dataKey: DataKey
  readonly file: string
  readonly now: Date
}): Promise<void> {
  const { database, dataKey, file, now } = parts
  const { proposals } = v.parse(File, JSON.parse(readFileSync(file, 'utf8')))
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  await database.transaction(async (tx) => {
    if (await hasProposals(tx)) return
    const accounts = await listAccounts(tx)
    const places = await listAgencyRegions(tx)
    for (const { agencyId, region, agent, ...proposal } of proposals) {
      const account = accounts.find(({ login_id }) => login_id === agent)
      const place = places.find((one) => one.agency_id === agencyId && one.region === region)
      if (account === undefined || place === undefined) throw new Error(`The demo has no ${agent} of ${agencyId}.`)
      const { firstName, lastName, email, plans, language, market, zipCode, ages } = proposal
      const { madeDaysAgo, sentDaysAgo, openedDaysAgo } = proposal
      const proposalId = uuidv7()
      const people = ages.map((age) => ({ age, tobacco: false }))
      const basis = { market, zipCode, county: '', people, income: null }
      const priced = plans.map((plan) => ({ ...plan, creditCents: 0, reduction: null, limits: null }))
      await insertRows(tx, 'agency_proposal', [
        {
          proposal_id: proposalId,
          agency_id: agencyId,
          region,
          agent_account_id: account.account_id,
          client_id: null,
          brand: place.brand,
          market,
          language,
          npn: account.npn,
          plan_year: Number(easternDay(now).slice(0, 4)) + 1,
          sealed: sealProposal(dataKey, proposalId, {
            firstName,
            lastName,
            email,
            basis,
            plans: priced,
            note: '',
            withCredit: true,
          }),
          ticket_hash: hashSecret(ticketFor(dataKey, proposalId)),
          consented_on: easternDay(ago(madeDaysAgo)),
          sends: sentDaysAgo === null ? 0 : 1,
          sent_at: sentDaysAgo === null ? null : ago(sentDaysAgo),
          opened_at: openedDaysAgo === null ? null : ago(openedDaysAgo),
          created_at: ago(madeDaysAgo),
          expires_at: new Date(ago(sentDaysAgo ?? madeDaysAgo).getTime() + linkLifetimes.proposal),
        },
      ])
    }
  })
}
