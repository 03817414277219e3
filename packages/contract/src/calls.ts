import type { Call } from './call.ts'
import * as security from './calls/account-security.ts'
import * as administration from './calls/administration.ts'
import * as agencies from './calls/agencies.ts'
import * as agencyAdmin from './calls/agency-admin.ts'
import * as apps from './calls/apps.ts'
import * as attachments from './calls/attachments.ts'
import * as autopay from './calls/autopay.ts'
import * as brand from './calls/brand.ts'
import * as brandConsole from './calls/brand-console.ts'
import * as canned from './calls/canned-replies.ts'
import * as claims from './calls/claims.ts'
import * as clients from './calls/clients.ts'
import * as site from './calls/company-site.ts'
import * as config from './calls/config.ts'
import * as connections from './calls/connections.ts'
import * as content from './calls/content.ts'
import * as contentConsole from './calls/content-console.ts'
import * as cost from './calls/cost.ts'
import * as coverage from './calls/coverage.ts'
import * as dataExport from './calls/data-export.ts'
import * as drafts from './calls/drafts.ts'
import * as finder from './calls/finder.ts'
import * as forms from './calls/forms.ts'
import * as healthRecords from './calls/health-record.ts'
import * as identity from './calls/identity.ts'
import * as keptCards from './calls/kept-cards.ts'
import * as languages from './calls/languages.ts'
import * as leads from './calls/leads.ts'
import * as letters from './calls/letters.ts'
import * as live from './calls/live.ts'
import * as maps from './calls/maps.ts'
import * as medicines from './calls/medicines.ts'
import * as member from './calls/member.ts'
import * as messages from './calls/messages.ts'
import * as nextSteps from './calls/next-steps.ts'
import * as notifications from './calls/notifications.ts'
import * as oversight from './calls/oversight.ts'
import * as passwords from './calls/passwords.ts'
import * as people from './calls/people.ts'
import * as peopleData from './calls/people-data.ts'
import * as planPeers from './calls/plan-peers.ts'
import * as premium from './calls/premium.ts'
import * as primaryCare from './calls/primary-care.ts'
import * as profile from './calls/profile.ts'
import * as proposals from './calls/proposals.ts'
import * as provisioning from './calls/provisioning.ts'
import * as recovery from './calls/recovery.ts'
import * as registration from './calls/registration.ts'
import * as reports from './calls/reports.ts'
import * as search from './calls/search.ts'
import * as session from './calls/session.ts'
import * as settings from './calls/settings.ts'
import * as sharing from './calls/sharing.ts'
import * as shop from './calls/shop.ts'
import * as shopApplying from './calls/shop-applying.ts'
import * as shopCare from './calls/shop-care.ts'
import * as simulation from './calls/simulation.ts'
import * as spending from './calls/spending.ts'
import * as threadFiles from './calls/thread-files.ts'
import * as tokens from './calls/tokens.ts'
import * as wallet from './calls/wallet.ts'
import * as wellness from './calls/wellness.ts'
import * as workspace from './calls/workspace.ts'

/** What the modules define, with what they export beside their calls. */
const modules = {
  ...brand,
  ...identity,
  ...session,
  ...agencies,
  ...tokens,
  ...profile,
  ...dataExport,
  ...people,
  ...peopleData,
  ...apps,
  ...brandConsole,
  ...connections,
  ...passwords,
  ...recovery,
  ...registration,
  ...letters,
  ...clients,
  ...agencyAdmin,
  ...proposals,
  ...keptCards,
  ...wallet,
  ...languages,
  ...leads,
  ...member,
  ...claims,
  ...spending,
  ...planPeers,
  ...premium,
  ...autopay,
  ...coverage,
  ...cost,
  ...medicines,
  ...finder,
  ...primaryCare,
  ...maps,
  ...config,
  ...contentConsole,
  ...settings,
  ...content,
  ...site,
  ...search,
  ...messages,
  ...live,
  ...wellness,
  ...healthRecords,
  ...forms,
  ...drafts,
  ...nextSteps,
  ...attachments,
  ...notifications,
  ...simulation,
  ...workspace,
  ...threadFiles,
  ...canned,
  ...administration,
  ...provisioning,
  ...oversight,
  ...reports,
  ...security,
  ...sharing,
  ...shop,
  ...shopApplying,
  ...shopCare,
}

type CallsOf<Exported> = {
  readonly [Name in keyof Exported as Exported[Name] extends Call ? Name : never]: Exported[Name]
}

/** Every call of the portal by name. Pages import single calls from `calls/…` instead, so that they load only what they use. */
export const calls = Object.fromEntries(
  Object.entries(modules).filter(([, exported]) => typeof exported === 'object' && 'audience' in exported),
) as CallsOf<typeof modules>

export type CallName = keyof typeof calls
