/** A resource of a public API, as JSON. */
export type OpenResource = Readonly<Record<string, unknown>> & {
  readonly resourceType: string
  readonly id: string
  readonly meta: { readonly lastUpdated: string }
}

/** A resource that a search may find, with what it refers to. */
export interface Candidate {
  readonly resource: OpenResource
  /** The resource as JSON, where that is more than `resource` says. */
  readonly text?: string
  /** Where a page begins after it: an id, or one behind a tilde; left out: its id. */
  readonly place?: string
  /** Whether it is known to be what is asked for. */
  readonly isFound?: true
  /** What a reference parameter leads to. */
  follow(name: string): readonly Candidate[]
}

/** A parameter or a chain as it was asked, and checked. */
export interface Term {
  readonly written: string
  readonly text: string
}

/** A parameter, or a chain, with the values one of which is asked for: a source may narrow by it, and need not. */
export interface Hint {
  readonly name: string
  readonly values: readonly string[]
}

/** The first link of a chain, with what must be at its end: a source that has the targets at hand may narrow by it. */
export interface Link {
  readonly name: string
  readonly finds: (target: Candidate) => boolean
}

/** Where a part begins, how much is looked at, and what may narrow it. */
export interface PartAsked {
  /** All that is asked of a resource, for a source that can tell by itself. */
  readonly terms: readonly Term[]
  /** The reference parameters that are followed from what is found. */
  readonly includes: readonly string[]
  readonly hints: readonly Hint[]
  readonly links: readonly Link[]
  readonly after: string | null
  readonly limit: number
}

/** What is asked of a brand's public API. */
export interface OpenCall {
  readonly brand: string
  readonly base: string
  readonly plan: string
  readonly now: Date
}

/** What a page is taken from. */
export interface Part {
  readonly candidates: readonly Candidate[]
  /** The id after which the list goes on; null: it ends here. */
  readonly next: string | null
}

export interface OpenSource {
  /** Resources of a type in an order of their ids that stays the same, after one of them; others than those asked for may be among them. */
  list(type: string, asked: PartAsked, call: OpenCall): Promise<Part>
}
