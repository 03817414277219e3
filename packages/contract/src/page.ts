import type { Brand, Scene, SocialLinks } from '@portico/rules/brand/types'
import type { ChatHours } from '@portico/rules/chat/availability'
import type { ProjectCode } from '@portico/rules/environment/projects'
import type { FooterLink } from '@portico/rules/footer/links'
import type { Language } from '@portico/rules/languages/list'
import type { LanguageMenu } from '@portico/rules/languages/menu'
import type { ListPreference } from '@portico/rules/messages/list-order'
import type { AccessScope } from '@portico/rules/people/access'
import type { RedirectTarget } from '@portico/rules/redirects/redirects'
import type { Role } from '@portico/rules/roles'
import type { SignOutReason } from '@portico/rules/session/sign-out'
import type { Tab } from '@portico/rules/tabs/types'
import type * as v from 'valibot'
import type { PayloadOf } from './call.ts'
import type { CompanySite } from './calls/company-site.ts'
import type { Overview } from './calls/member.ts'
import type { MessagePage } from './calls/messages.ts'
import type { Held } from './calls/people.ts'
import type { myShopping } from './calls/shop.ts'
import type { SpendingSummary, SpendingYear } from './calls/spending.ts'

/** What a page knows about its brand: the public part of the record and the texts in the page's language. */
export interface BrandView
  extends Pick<
    Brand,
    | 'code'
    | 'sharedBrandCode'
    | 'storeID'
    | 'brandState'
    | 'uracAccredited'
    | 'uracID'
    | 'ttyNumber'
    | 'customerServiceHours'
    | 'nurseLine'
    | 'footerDescription'
    | 'memberNumber'
  > {
  readonly name: string
  readonly tagline: string
  readonly legalText: string
  readonly social: SocialLinks
  /** Address of the logo for this header (light or dark), and of the square mark. */
  readonly logo: string
  readonly mark: string
  readonly header: 'light' | 'dark'
  /** The drawing of the sign-in page. */
  readonly scene: Scene
  /** The number that this person should call; placeholders are already filled in (BR-10). */
  readonly servicePhone: string
  /** Addresses on this environment's host: brand home, shops and staff sign-in (EN-1). */
  readonly links: { readonly home: string; readonly shop: string; readonly medicare: string; readonly staff: string }
  /** The brand's own domains, which a sign-out may lead to (SO-3). */
  readonly domains: readonly string[]
}

/** The signed-in person as the shell shows them. */
export interface SessionView {
  readonly role: Role
  /** E.g. `CSR/DAS` for a customer-service rep. */
  readonly actorType: string
  readonly logonId: string
  readonly firstName: string
  readonly lastName: string
  /** The name that the person wants to be called by (RG-3); null if they have not said, and for anyone viewing their information. */
  readonly nickName: string | null
  /** What staff may do beyond their role, from the rules' `entitlements`. */
  readonly entitlements: readonly string[]
  readonly unreadCount: number
  /** Whether they may keep their ID cards on a phone (MP-12): only the member themselves, if the brand offers it. */
  readonly keepsCards: boolean
  /** How the person last chose to list their messages, on any device (ST-2); null: never. */
  readonly messageList: ListPreference | null
  /**
   * Set while someone else acts for this person: their login ID, and when it ends by itself. `scopes` is null for a rep (CS-1); for a
   * person with access, it holds what they were given (RG-3).
   */
  readonly simulation: {
    readonly by: string
    readonly endsAt: string
    readonly scopes: readonly AccessScope[] | null
    /** Whether it is a child under 14, whose parent manages their care (RG-3). */
    readonly ofChild: boolean
    /** Whether the rep's own session continues next to this one, on another host. */
    readonly isBeside: boolean
  } | null
  /** Groups that a member can switch between; `selected` marks the one that the page is about. */
  readonly groups: readonly {
    readonly clientNumber: string
    readonly groupNumber: string
    readonly groupName: string
    readonly selected: boolean
  }[]
}

/** The view that the server rendered, with its data; the hash may ask for another one once the page runs. */
export type FirstView =
  | {
      readonly name: 'sign-in'
      readonly loginId: string
      /** Whether the brand lets people sign in with a passkey (RG-4). */
      readonly passkeys: boolean
    }
  /** Null for a member without known coverage. */
  | { readonly name: 'landing'; readonly overview: v.InferOutput<typeof Overview> | null }
  /** The home of people without a plan here: what they are shopping for, and whose information they may see. */
  | {
      readonly name: 'visitor-home'
      readonly held: v.InferOutput<typeof Held>
      readonly shopping: PayloadOf<typeof myShopping>
    }
  /** This year's spending accounts and figures. */
  | {
      readonly name: 'spending'
      readonly summary: v.InferOutput<typeof SpendingSummary>
      readonly numbers: v.InferOutput<typeof SpendingYear>
    }
  | { readonly name: 'message-center'; readonly page: v.InferOutput<typeof MessagePage> }
  /** Why the session that the browser still names is over, as far as the server knows (SO-5). */
  | { readonly name: 'logout'; readonly reason: SignOutReason | null }
  /** A page of the brand's own site (SH-10). */
  | { readonly name: 'site'; readonly site: v.InferOutput<typeof CompanySite> }
  | { readonly name: 'other' }

/** The content service's texts for header, menus and footers; null: nothing to show (LG-3). */
export interface ShellView {
  /** Changes with the content; part of cached addresses. */
  readonly contentVersion: string
  /** Date of the last change, formatted for readers. */
  readonly lastUpdated: string
  /** MC-1; null: the catalogue's default. */
  readonly sidebarTitle: string | null
  /** Null: no selector. */
  readonly languageMenu: LanguageMenu
  readonly meaningfulAccess: { readonly href: string; readonly text: string | null } | null
  /** Where the non-discrimination notice is (LG-2); null: on the portal's own page. */
  readonly nonDiscrimination: string | null
  readonly footerLinks: readonly FooterLink[]
  /** Null: chat is hidden; otherwise the page itself decides whether it is open as time goes by (CH-1). */
  readonly chat: {
    readonly address: string
    readonly hours: ChatHours
    readonly linkText: string
    readonly hoursText: string
    /** Upcoming holidays, `yyyy-mm-dd`. */
    readonly closedDays: readonly string[]
  } | null
}

/** A page's timers (SE-1 to SE-3), in milliseconds, per brand from the app configuration. */
export interface PageTimers {
  readonly expiryMs: number
  readonly warningMs: number
  readonly checkMs: number
  readonly keepAliveMs: number
  /** Path of the keep-alive call; null turns it off. */
  readonly keepAlivePath: string | null
  /** Address with `{vendor}` in it; null: no vendor's session is kept alive. */
  readonly vendorKeepAlive: string | null
}

/** Debugging aids from the query string, all off in production (EN-5); `PortalParameters` explains each. */
export interface PageDebugging {
  readonly profiling: boolean
  readonly showConsole: boolean
  readonly consoleToView: string | null
}

/** A console line of a page with debugging aids, as the server's recorder stores it. */
export interface RecordedLine {
  readonly level: 'log' | 'warn' | 'error'
  /** Since the page was requested. */
  readonly atMs: number
  /** Path and hash at that moment. */
  readonly place: string
  readonly said: readonly unknown[]
}

/** Property of the window: the function that repeats what people typed and sent before the page responded; gone once it has been called. */
export const repeatEarlyInput = 'porticoRepeatEarlyInput'

/** What the recorder adds to the window: its lines under `recordedLinesKey`, and an event of that name for each new one. */
export const recordedLinesKey = 'porticoLines'

export type { AuthoredLanguage } from '@portico/rules/languages/authored'
export type { Language } from '@portico/rules/languages/list'

export const fontSizes = ['regular', 'large', 'largest'] as const
export type FontSize = (typeof fontSizes)[number]

/** What a page says about its language, and about the others that its brand offers (LG-4). */
export interface PageLanguages {
  readonly locale: string
  /** The language's own name for itself. */
  readonly name: string
  /** Nobody has reviewed all of its texts for this brand. */
  readonly isProvisional: boolean
  /** People had reviewed them, and some have changed since. */
  readonly hasChanged?: boolean
  readonly offered: readonly { readonly code: Language; readonly tag: string; readonly name: string }[]
}

/** Everything the server knows when it renders a page; inlined as JSON, so that hydration sees the same. */
export interface PageState {
  /** Path with query string, as requested. */
  readonly url: string
  readonly status: 200 | 404
  /** Whether to show the few extras of development and test hosts (EN-2, EN-5). */
  readonly development: boolean
  readonly language: Language
  readonly languages: PageLanguages
  readonly fontSize: FontSize
  /** The viewer's time zone (IANA), from a cookie set by their last page; the server renders times in it. */
  readonly timeZone: string
  /** FT-3 */
  readonly mobile: boolean
  readonly stubs: boolean
  readonly brand: BrandView
  readonly session: SessionView | null
  /** The person must change their password before anything else; `session` is null then (SI-7). */
  readonly passwordDue: boolean
  /** The staff member must set up a second factor before anything else; `session` is null then (AD-2). */
  readonly factorDue: boolean
  /** Project that the address belongs to (EN-1). */
  readonly project: ProjectCode
  /** Addresses that the redirect rules may lead to from here (RO-2); null in a project without redirects. */
  readonly redirects: Readonly<Record<RedirectTarget, string>> | null
  readonly timers: PageTimers
  readonly debugging: PageDebugging
  readonly tabs: readonly Tab[]
  readonly shell: ShellView
  readonly view: FirstView
  /** Moment of rendering, so that greetings and dates are the same on both sides. */
  readonly now: string
  /** Parts of the address and the cookies that were ignored, for the console (BR-2, EN-5); never a value that was sent. */
  readonly reports: readonly string[]
  /** Where tags go and under which id, and the vendor's script to load; null: nothing is sent or loaded (AN-1). */
  readonly analytics: { readonly address: string; readonly id: string; readonly script: string | null } | null
  /** The path to request the brand's map script from, and the host it comes from; null: the brand has none (MP-24). */
  readonly maps: { readonly path: string; readonly host: string } | null
  /** Application id sent as the header `appid`. */
  readonly appId: string
  /** Hosts for cross-origin calls, with their port if they have one; the test back end for message calls (EN-2, MC-5). */
  readonly services: { readonly api: string; readonly oauth: string; readonly testBackend: string | null }
}

/** What many pages share, without anybody's data: one object for all of those pages. */
export interface SharedOfPages {
  /** HTML for the main area of a page that cannot start. */
  readonly failed: string
  /** The addresses of the files that the page needs. */
  readonly scripts: readonly string[]
  readonly preloads: readonly string[]
  readonly styles: readonly { readonly href: string; readonly css: string }[]
  /** Addresses of the rendered views and texts, by source file, including the module that names all others. */
  readonly named: Readonly<Record<string, string>>
  readonly others: string
}

/** What the built page provides to the server. */
export interface Renderer {
  /**
   * `title` is plain text, and so is `about`, the description of a page for everyone, null for all others; `html` goes into the root
   * element; `start` is the hash segment that leads to the rendered view.
   */
  render(state: PageState): Promise<{
    readonly title: string
    readonly about: string | null
    readonly html: string
    readonly start: string
    readonly shared: SharedOfPages
  }>
  /** Every view in the route table, by its file and variant. */
  readonly views: readonly { readonly view: string; readonly variant: string | undefined }[]
}
