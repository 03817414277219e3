/** A brand record (BR-7): one folder of data under `brands/<code>/`, checked against a schema at start-up. */
export interface Brand {
  /** Lower-case code; also the folder's name and the value of the `brand` cookie. */
  readonly code: string
  /** Upper-case codes that resolve to this brand besides its own and its shared code (BR-3). */
  readonly aliases: readonly string[]
  readonly description: string
  /** File name of the logo inside the brand's folder. */
  readonly logoImg: string
  /** Host without sub-domain, e.g. `highmark.example`; its first label names the brand's host (BR-4, EN-2). */
  readonly domain: string
  /** Further hosts without sub-domain that belong to this brand alone. */
  readonly furtherDomains: readonly string[]
  readonly storeID: StoreId
  readonly shopDomain: string
  readonly medicareDomain: string
  readonly medicarePath: string
  /** Two-letter postal code of the state whose rules apply, or null for brands not tied to one state. */
  readonly brandState: string | null
  /** Postal codes of states whose ZIP codes lead here; they take precedence over `territory.json`. */
  readonly states: readonly string[]
  /** FIPS codes of counties whose ZIP codes lead here; they take precedence over states. */
  readonly counties: readonly string[]
  /** Where a sign-out leads (SO-3), on one of the brand's own domains; null: the brand's home in the portal. */
  readonly logoutUrl: string | null
  readonly uracAccredited: boolean
  readonly uracID: string | null
  readonly social: SocialLinks
  readonly prismBrandCode: string
  readonly sharedBrandCode: string
  readonly questionBrandNumber: number
  readonly languageBrandNumber: number
  readonly techBrandNumber: number
  /** Shown to members, e.g. `1-800-555-0116`; null shows the default customer-service phone text (BR-10). */
  readonly customerServicePhoneNumber: string | null
  /** Number for members of the brand's own plan where it differs (North Dakota); otherwise null. */
  readonly customerServiceNumber: string | null
  /** Number for members whose group is Medicaid (North Dakota); otherwise null. */
  readonly medicaidServiceNumber: string | null
  readonly ttyNumber: string
  readonly customerServiceHours: string
  /** Its line to registered nurses (VA-8); null: members ask for a nurse at the service phone. */
  readonly nurseLine: NurseLine | null
  /** Where to mail letters to the plan, such as appeals, line by line; null: not known. */
  readonly postalAddress: readonly string[] | null
  readonly analytics: { readonly prod: string; readonly test: string }
  readonly isVitalsActive: boolean
  readonly brandVisibility: { readonly codes: readonly string[]; readonly ids: readonly number[] }
  readonly memberNumber: MemberNumberForm
  /** In English; only one brand has one (BR-7). Translations are in the brand's texts. */
  readonly footerDescription: string | null
  /** The brand's number in the ddToken cookie (BR-4), where it has one. */
  readonly ddNumber: number | null
  /** Sender of the brand's mail, on the brand's own domain. */
  readonly emailSender: string
  readonly look: BrandLook
}

/** A phone at which nurses answer, and when they do. */
export interface NurseLine {
  readonly number: string
  readonly hours: string
}

export const memberNumberForms = ['digits', 'letters-and-digits', 'digits-without-prefix'] as const

/** How the numbers on a brand's cards are written, and so how members enter them (VA-5). */
export interface MemberNumberForm {
  /** `digits-without-prefix`: digits only; members leave off the three characters before them on the card. */
  readonly form: (typeof memberNumberForms)[number]
  /** Their length, from 1 to 20. */
  readonly min: number
  readonly max: number
}

export type StoreId = '10151' | '10152' | '10153' | '10154' | '10155'

/** Links to the brand's own social media accounts; null where it has none. */
export interface SocialLinks {
  readonly youtube: string | null
  readonly facebook: string | null
  readonly twitter: string | null
  readonly pinterest: string | null
  readonly linkedIn: string | null
  readonly hmBlog: string | null
  readonly hmInstagram: string | null
}

/** The drawings for the sign-in page and the brand's own site; each is a file `web/src/shared/landscape/scenes/<name>.svg`. */
export const scenes = ['bayou', 'city', 'coast', 'desert', 'hills', 'lake', 'mountains', 'prairie', 'shore'] as const
export type Scene = (typeof scenes)[number]

/** The parts of the look that a brand may vary; every other color is derived from these. */
export interface BrandLook {
  /** `#rrggbb` */
  readonly primary: string
  /** `#rrggbb` */
  readonly accent: string
  /** Corner radius of cards and buttons in px, 0 to 20. */
  readonly radius: number
  /** `light`: white header; `dark`: header in the primary color. */
  readonly header: 'light' | 'dark'
  /** A drawing of the kind of place where the brand's members live. */
  readonly scene: Scene
}

/** Named texts of a brand in one language: `brands/<code>/texts.<lang>.json`. */
export interface BrandTexts {
  /** Neutral display name, e.g. "Blue Plan of North Dakota". */
  readonly name: string
  readonly tagline: string
  readonly legalText: string
  /** Translation of the record's `footerDescription`; absent in English and where the record has none. */
  readonly footerDescription?: string
  /** Translation of the record's hours; absent in English. */
  readonly customerServiceHours?: string
  /** Translation of the nurse line's hours; absent in English and where the record has no nurse line. */
  readonly nurseLineHours?: string
}
