import type { Brand, SocialLinks } from '@portico/rules/brand/types'
import type { Role } from '@portico/rules/roles'
import type { Tab } from '@portico/rules/tabs/types'
import type * as v from 'valibot'
import type { Overview } from './calls/member.ts'
import type { MessagePage } from './calls/messages.ts'

/** What a page knows of its brand: the record's public part and the texts in the page's language. */
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
    | 'footerDescription'
  > {
  readonly name: string
  readonly tagline: string
  readonly legalText: string
  readonly social: SocialLinks
  /** Address of the logo for the header as it is (light or dark), and of the square mark. */
  readonly logo: string
  readonly mark: string
  readonly header: 'light' | 'dark'
  /** The number that this person should call, never with braces in it (BR-10). */
  readonly servicePhone: string
  /** Addresses on the host of this environment: brand home, shop and medicare shop (EN-1). */
  readonly links: { readonly home: string; readonly shop: string; readonly medicare: string }
}

/** The signed-in person as the shell shows them. */
export interface SessionView {
  readonly role: Role
  readonly logonId: string
  readonly firstName: string
  readonly lastName: string
  readonly unreadCount: number
  /** Groups that a member can switch between; `selected` marks the one that the page speaks of. */
  readonly groups: readonly {
    readonly clientNumber: string
    readonly groupNumber: string
    readonly groupName: string
    readonly selected: boolean
  }[]
}

/** The view that the server rendered, with its data; the hash may ask for another once the page runs. */
export type FirstView =
  | { readonly name: 'sign-in'; readonly loginId: string }
  | { readonly name: 'landing'; readonly overview: v.InferOutput<typeof Overview> }
  | { readonly name: 'message-center'; readonly page: v.InferOutput<typeof MessagePage> }
  | { readonly name: 'other' }

export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

export const fontSizes = ['regular', 'large', 'largest'] as const
export type FontSize = (typeof fontSizes)[number]

/** Everything that the server knows when it renders a page; inlined as JSON, so that hydration sees the same. */
export interface PageState {
  /** Path with query string, as asked for. */
  readonly url: string
  readonly status: 200 | 404
  /** Development and test hosts show a few more things (EN-2, EN-5). */
  readonly development: boolean
  readonly language: Language
  readonly fontSize: FontSize
  /** FT-3 */
  readonly mobile: boolean
  readonly stubs: boolean
  readonly brand: BrandView
  readonly session: SessionView | null
  readonly tabs: readonly Tab[]
  readonly view: FirstView
  /** Moment of rendering, so that greetings and dates come out alike on both sides. */
  readonly now: string
  /** What was ignored of the address and the cookies, for the console (BR-2, EN-5); never a value that was sent. */
  readonly reports: readonly string[]
  /** Application id sent as the header `appid`. */
  readonly appId: string
}

/** What the built page offers to the server. */
export interface Renderer {
  /**
   * `title` is plain text; `html` goes into the root element; `start` is the segment of a hash that asks for the very view
   * that was rendered; `assets` are those it needs.
   */
  render(state: PageState): Promise<{
    readonly title: string
    readonly html: string
    readonly start: string
    readonly assets: {
      readonly scripts: readonly string[]
      readonly preloads: readonly string[]
      readonly styles: readonly { readonly href: string; readonly css: string }[]
    }
  }>
}
