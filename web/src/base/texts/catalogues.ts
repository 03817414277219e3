import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import type account from './en/account.json'
import type administration from './en/administration.json'
import type apps from './en/apps.json'
import type attachments from './en/attachments.json'
import type audit from './en/audit.json'
import type changePassword from './en/change-password.json'
import type claimMention from './en/claim-mention.json'
import type claims from './en/claims.json'
import type contactUs from './en/contact-us.json'
import type content from './en/content.json'
import type conversation from './en/conversation.json'
import type cost from './en/cost.json'
import type coverage from './en/coverage.json'
import type debug from './en/debug.json'
import type drafts from './en/drafts.json'
import type errors from './en/errors.json'
import type finder from './en/finder.json'
import type forms from './en/forms.json'
import type healthRecord from './en/health-record.json'
import type idCard from './en/id-card.json'
import type landing from './en/landing.json'
import type languages from './en/languages.json'
import type leads from './en/leads.json'
import type library from './en/library.json'
import type mailbox from './en/mailbox.json'
import type map from './en/map.json'
import type messageCenter from './en/message-center.json'
import type next from './en/next.json'
import type noscript from './en/noscript.json'
import type notices from './en/notices.json'
import type outlook from './en/outlook.json'
import type pocket from './en/pocket.json'
import type premium from './en/premium.json'
import type prescriptions from './en/prescriptions.json'
import type primaryDoctor from './en/primary-doctor.json'
import type producer from './en/producer.json'
import type profile from './en/profile.json'
import type proposals from './en/proposals.json'
import type provisional from './en/provisional.json'
import type registration from './en/registration.json'
import type search from './en/search.json'
import type service from './en/service.json'
import type session from './en/session.json'
import type settings from './en/settings.json'
import type shell from './en/shell.json'
import type shop from './en/shop.json'
import type shopApply from './en/shop-apply.json'
import type shopCare from './en/shop-care.json'
import type shopHome from './en/shop-home.json'
import type signIn from './en/sign-in.json'
import type signInWork from './en/sign-in-work.json'
import type signedIn from './en/signed-in.json'
import type simulation from './en/simulation.json'
import type site from './en/site.json'
import type spending from './en/spending.json'
import type staff from './en/staff.json'
import type validation from './en/validation.json'
import type wellness from './en/wellness.json'
import type widgets from './en/widgets.json'

/** The English catalogues by area; a new area needs a line here and a file in each language. */
interface Areas {
  readonly account: typeof account
  readonly administration: typeof administration
  readonly apps: typeof apps
  readonly attachments: typeof attachments
  readonly audit: typeof audit
  readonly 'change-password': typeof changePassword
  readonly claims: typeof claims
  readonly 'claim-mention': typeof claimMention
  readonly 'contact-us': typeof contactUs
  readonly content: typeof content
  readonly conversation: typeof conversation
  readonly cost: typeof cost
  readonly coverage: typeof coverage
  readonly debug: typeof debug
  readonly drafts: typeof drafts
  readonly errors: typeof errors
  readonly finder: typeof finder
  readonly forms: typeof forms
  readonly 'health-record': typeof healthRecord
  readonly 'id-card': typeof idCard
  readonly landing: typeof landing
  readonly library: typeof library
  readonly mailbox: typeof mailbox
  readonly next: typeof next
  readonly noscript: typeof noscript
  readonly languages: typeof languages
  readonly leads: typeof leads
  readonly map: typeof map
  readonly 'message-center': typeof messageCenter
  readonly notices: typeof notices
  readonly producer: typeof producer
  readonly prescriptions: typeof prescriptions
  readonly 'primary-doctor': typeof primaryDoctor
  readonly outlook: typeof outlook
  readonly pocket: typeof pocket
  readonly premium: typeof premium
  readonly profile: typeof profile
  readonly proposals: typeof proposals
  readonly provisional: typeof provisional
  readonly registration: typeof registration
  readonly search: typeof search
  readonly service: typeof service
  readonly session: typeof session
  readonly settings: typeof settings
  readonly shell: typeof shell
  readonly shop: typeof shop
  readonly 'shop-apply': typeof shopApply
  readonly 'shop-care': typeof shopCare
  readonly 'shop-home': typeof shopHome
  readonly 'sign-in': typeof signIn
  readonly 'sign-in-work': typeof signInWork
  readonly 'signed-in': typeof signedIn
  readonly simulation: typeof simulation
  readonly site: typeof site
  readonly spending: typeof spending
  readonly staff: typeof staff
  readonly validation: typeof validation
  readonly wellness: typeof wellness
  readonly widgets: typeof widgets
}

export type Area = keyof Areas

/** Every text id; ids are unique across all areas. */
export type MessageId = { [A in Area]: keyof Areas[A] & string }[Area]

/** An area's texts in one language, compiled when the page is built (the page contains no compiler). */
export type Catalogue = Readonly<Record<string, CompiledMessage>>
